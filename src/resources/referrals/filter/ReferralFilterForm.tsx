import { useListContext } from 'react-admin';
import { SEXES } from '../../../../contract/constants';
import { OWNER_TABS } from '../../../../contract/staffConstants';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import { type FilterChoice, FilterForm, FilterSelectInput, FilterTextInput } from '../../../admin';
import type { WorklistFilter } from '../../../dataProvider/worklist';
import { useFeatureStatus } from '../../../app/useFeature';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { useIsEmptyDesk } from '../../useIsEmptyDesk';
import { BAR_NAMES, NO_VALUES, parseValues, toFilter } from './filterValues';
import { MoreFilters } from './MoreFilters';
import { OrderSelect } from './OrderSelect';
import { HeldMatches } from './SearchHints';
import styles from './ReferralFilterForm.module.css';
import { useStatuses } from './useFilterChoices';
import { useFilterDescription } from './useFilterDescription';
import { WorklistTabs } from './WorklistTabs';

const LABELS: Readonly<Record<keyof ReferralFilters, StaffTextKey>> = {
  name: 'referralFilters.name',
  contact_number: 'referralFilters.contactNumber',
  gender: 'referralFilters.gender',
  referral_status: 'referralFilters.status',
  tracking_id: 'referralFilters.trackingId',
  referred_by: 'referralFilters.referredBy',
};

const SEX_CHOICES = SEXES.map((sex) => ({ id: sex, name: `sexes.${sex}` as const }));

/**
 * Filters the referrals by six fields (spec section 2), and by more where the server offers 'worklist', behind a button beside the
 * tabs. Its values include those of the tabs and of the search box.
 */
export function ReferralFilterForm() {
  return useIsEmptyDesk() ? null : <Filters />;
}

function Filters() {
  const t = useStaffT();
  const valueText = useValueText();
  const describe = useFilterDescription();
  const offer = useFeatureStatus('worklist');
  const isWorklist = offer === 'offered';
  const { owner = '' } = useListContext().filterValues as WorklistFilter;
  /** What the tabs show. */
  const tabs = new Set(['referral_status', ...(OWNER_TABS.includes(owner) ? ['owner'] : [])]);
  const choices: Partial<Record<keyof ReferralFilters, readonly FilterChoice[]>> = {
    gender: SEX_CHOICES,
    referral_status: useStatuses().map((status) => ({
      id: status,
      text: valueText('referralStatus', status),
    })),
  };
  return (
    <FilterForm
      label="referralFilters.title"
      className={styles.filters}
      emptyValues={NO_VALUES}
      parse={parseValues}
      toFilter={(values) => toFilter(values, t('referrals.guest'))}
      describe={describe}
      isShownElsewhere={({ names: [name = ''] }) => isWorklist && tabs.has(name)}
      found="referrals.found"
      isFolded={offer !== 'missing'}
      tabs={<WorklistTabs />}
      besideOpener={isWorklist && <OrderSelect />}
      besideChips={<HeldMatches />}
    >
      {BAR_NAMES.map((name) => {
        const props = { source: name, label: LABELS[name] };
        const chosenFrom = choices[name];
        return chosenFrom ? (
          <FilterSelectInput key={name} {...props} choices={chosenFrom} />
        ) : (
          <FilterTextInput
            key={name}
            {...props}
            inputMode={name === 'contact_number' ? 'tel' : undefined}
          />
        );
      })}
      {isWorklist && <MoreFilters />}
    </FilterForm>
  );
}
