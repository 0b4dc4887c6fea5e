import CloseIcon from '@mui/icons-material/Close';
import type { Elements } from '../../app/elements';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './FilterChips.module.css';

/** What some values of a filter form filter by, in words. */
export interface FilterPart {
  readonly names: readonly string[];
  readonly label: string;
  readonly value: string;
}

/**
 * Returns a function that writes parts of a filter in one line.
 *
 * @example
 * const textOf = useFilterText();
 * return <p>{t('referralFilters.active', { filters: textOf(parts) })}</p>;
 */
export function useFilterText(): (parts: readonly FilterPart[]) => string {
  const t = useStaffT();
  return (parts) =>
    parts.map(({ label, value }) => t('referralFilters.one', { label, value })).join(' · ');
}

interface Props {
  readonly parts: readonly FilterPart[];
  readonly onRemove: (part: FilterPart) => void;
  readonly onClear: () => void;
  /** After the chips: in a wide window their line has room for what it shows later. */
  readonly besides?: Elements;
}

/**
 * What filters the rows in sight: a chip for each part, which removes it, and a button that removes all. One line, which
 * scrolls sideways; in a narrow window they wrap.
 */
export function FilterChips({ parts, onRemove, onClear, besides }: Props) {
  const t = useStaffT();
  const textOf = useFilterText();
  if (parts.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={t('referralFilters.chips')}
      className={`${styles.chips} screen-only`}
    >
      {parts.map((part) => {
        const text = textOf([part]);
        return (
          <button
            key={part.names.join()}
            type="button"
            title={text}
            aria-label={t('referralFilters.remove', { filter: text })}
            className={styles.chip}
            onClick={() => onRemove(part)}
          >
            <bdi className={styles.text}>{text}</bdi>
            <CloseIcon fontSize="inherit" />
          </button>
        );
      })}
      <button type="button" className={styles.clear} onClick={onClear}>
        {t('referralFilters.clearAll')}
      </button>
      {besides}
    </div>
  );
}
