import { REFERRAL_STATUSES, SEXES } from '../../../contract/constants';
import type { ReferralFilters } from '../../../contract/entities/referral';
import { type FilterChoice, FilterForm, FilterSelectInput, FilterTextInput } from '../../admin';
import { filledIn } from '../../dataProvider/referrals';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './ReferralList.module.css';

type FilterName = keyof ReferralFilters;
type FilterValues = Record<FilterName, string>;

interface FilterField {
  readonly label: StaffTextKey;
  /** The values to choose from, for a filter that is not typed. */
  readonly choices?: readonly FilterChoice[];
  readonly inputMode?: 'tel';
}

/** The filters in their order (spec section 2, "Referral List page"), under their wire names (section 3). */
const FILTERS: Readonly<Record<FilterName, FilterField>> = {
  name: { label: 'referralFilters.name' },
  contact_number: { label: 'referralFilters.contactNumber', inputMode: 'tel' },
  gender: {
    label: 'referralFilters.gender',
    choices: SEXES.map((sex) => ({ id: sex, name: `sexes.${sex}` as const })),
  },
  referral_status: {
    label: 'referralFilters.status',
    choices: REFERRAL_STATUSES.map((status) => ({
      id: status,
      name: `referralStatus.${status}` as const,
    })),
  },
  tracking_id: { label: 'referralFilters.trackingId' },
  referred_by: { label: 'referralFilters.referredBy' },
};
const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];
const NO_VALUES = Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])) as FilterValues;

/** The server's name for a referrer without an account (spec section 1). */
const GUEST = 'guest';

/** Filters the referrals by six fields (spec section 2). */
export function ReferralFilterForm() {
  const t = useStaffT();

  /** Translates 'Guest' in the person's language to the server's name. */
  const toFilter = (values: FilterValues): ReferralFilters => {
    const filters = filledIn(values);
    const isGuest = filters.referred_by?.toLowerCase() === t('referrals.guest').toLowerCase();
    return isGuest ? { ...filters, referred_by: GUEST } : { ...filters };
  };
  const describe = (values: FilterValues) =>
    FILTER_NAMES.filter((name) => values[name].trim() !== '')
      .map((name) => {
        const { label, choices } = FILTERS[name];
        const value = values[name].trim();
        const choice = choices?.find(({ id }) => id === value)?.name;
        return t('referralFilters.one', { label: t(label), value: choice ? t(choice) : value });
      })
      .join(' · ');

  return (
    <FilterForm
      label="referralFilters.title"
      className={styles.filters}
      emptyValues={NO_VALUES}
      toFilter={toFilter}
      describe={describe}
      found="referrals.found"
    >
      {FILTER_NAMES.map((name) => {
        const { label, choices, inputMode } = FILTERS[name];
        return choices ? (
          <FilterSelectInput key={name} source={name} label={label} choices={choices} />
        ) : (
          <FilterTextInput key={name} source={name} label={label} inputMode={inputMode} />
        );
      })}
    </FilterForm>
  );
}
