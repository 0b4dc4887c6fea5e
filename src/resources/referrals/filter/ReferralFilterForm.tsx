import { SEXES } from '../../../../contract/constants';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import { type FilterChoice, FilterForm, FilterSelectInput, FilterTextInput } from '../../../admin';
import { useFeature } from '../../../app/useFeature';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import {
  BAR_NAMES,
  type FilterValues,
  MORE_NAMES,
  NO_VALUES,
  parseValues,
  toFilter,
} from './filterValues';
import { MoreFilters } from './MoreFilters';
import { OrderSelect } from './OrderSelect';
import styles from './ReferralFilterForm.module.css';
import { useStatuses } from './useFilterChoices';
import { useFilterDescription } from './useFilterDescription';

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
 * Filters the referrals by six fields (spec section 2), and by more where the server offers 'worklist'. Its values include
 * those of the tabs and of the search box.
 */
export function ReferralFilterForm() {
  const t = useStaffT();
  const valueText = useValueText();
  const describe = useFilterDescription();
  const isWorklist = useFeature('worklist');
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
      isDescribedElsewhere={(values) => isWorklist && isByTabAlone(values)}
      found="referrals.found"
      more={isWorklist ? { names: MORE_NAMES, inputs: <MoreFilters /> } : undefined}
      besideOpener={isWorklist && <OrderSelect />}
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
    </FilterForm>
  );
}

/** Whether the values filter by a status alone, which a tab shows. */
const isByTabAlone = ({ referral_status, ...others }: FilterValues) =>
  referral_status !== '' && Object.values(others).every((value) => value === '');
