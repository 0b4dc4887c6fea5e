import { memo } from 'react';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import { useStaffT } from '../../../i18n/useStaffT';
import { FilterForm } from '../../../admin/list/FilterForm';
import styles from './FilterBar.module.css';
import { FilterControl } from './FilterControl';
import { FILTER_NAMES } from './filterFields';
import { FilterSummary } from './FilterSummary';
import type { FilterControls } from './useReferralFilters';

interface Props {
  filters: FilterControls;
  /** What the rows in sight are narrowed by. */
  shown: ReferralFilters;
}

/** Narrows the list by six fields (spec section 2); drawn again only when they or the rows' filter changed. */
export const FilterBar = memo(function FilterBar({ filters, shown }: Props) {
  const t = useStaffT();

  return (
    <div className={styles.bar}>
      <FilterForm
        label={t('referralFilters.title')}
        className={styles.fields}
        onSubmit={() => {
          filters.submit();
          return true;
        }}
        onClear={filters.clear}
      >
        {FILTER_NAMES.map((name) => (
          <FilterControl
            key={name}
            name={name}
            value={filters.typed[name] ?? ''}
            onChange={(value) => filters.change({ [name]: value })}
          />
        ))}
      </FilterForm>
      <FilterSummary filters={shown} />
    </div>
  );
});
