import type { ReferralFilters } from '../../../../contract/entities/referral';
import { useStaffT } from '../../../i18n/useStaffT';
import styles from './FilterBar.module.css';
import { FILTER_FIELDS, FILTER_NAMES } from './filterFields';

/** What the rows below are narrowed by, said when it changes; nothing when they are all. */
export function FilterSummary({ filters }: { filters: ReferralFilters }) {
  const t = useStaffT();
  const parts = FILTER_NAMES.flatMap((name) => {
    const value = filters[name];
    if (!value) return [];
    const { label, options } = FILTER_FIELDS[name];
    const text = options?.find(([option]) => option === value)?.[1];
    return t('referralFilters.one', { label: t(label), value: text ? t(text) : value });
  });
  return (
    <p role="status" className={styles.summary}>
      {parts.length > 0 && t('referralFilters.active', { filters: parts.join(' · ') })}
    </p>
  );
}
