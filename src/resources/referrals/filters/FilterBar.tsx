import { type FormEvent, useId, useRef, useState } from 'react';
import type { ReferralFilters } from '../../../../contract/entities/referral';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import styles from './FilterBar.module.css';
import { FilterControl } from './FilterControl';
import { FILTER_NAMES } from './filterFields';
import { FilterSummary } from './FilterSummary';
import type { FilterControls } from './useReferralFilters';
import { useIsNarrow } from '../../../staff/useIsNarrow';

interface Props {
  filters: FilterControls;
  /** What the rows in sight are narrowed by. */
  shown: ReferralFilters;
}

/** Narrows the list by six fields (spec section 2). What is typed applies with 'Submit' or Enter; 'Clear' empties it all. */
export function FilterBar({ filters, shown }: Props) {
  const t = useStaffT();
  const id = useId();
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  const apply = (action: () => void) => {
    action();
    if (!isNarrow) return;
    // Out of the way of the rows, to where it is opened again.
    setOpen(false);
    opener.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply(filters.submit);
  };

  return (
    <div className={styles.bar}>
      {isNarrow && (
        <div className={styles.opener}>
          <Button
            ref={opener}
            look="secondary"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {t('referralFilters.title')}
          </Button>
        </div>
      )}
      <form
        id={id}
        role="search"
        aria-label={t('referralFilters.title')}
        noValidate
        autoComplete="off"
        hidden={isNarrow && !isOpen}
        className={styles.form}
        onSubmit={onSubmit}
      >
        {FILTER_NAMES.map((name) => (
          <FilterControl
            key={name}
            name={name}
            value={filters.typed[name] ?? ''}
            onChange={(value) => filters.change({ [name]: value })}
          />
        ))}
        <div className={styles.buttons}>
          <Button type="submit">{t('referralFilters.submit')}</Button>
          <Button look="secondary" onClick={() => apply(filters.clear)}>
            {t('referralFilters.clear')}
          </Button>
        </div>
      </form>
      <FilterSummary filters={shown} />
    </div>
  );
}
