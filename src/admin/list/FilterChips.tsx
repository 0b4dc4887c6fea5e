import CloseIcon from '@mui/icons-material/Close';
import { useStaffT } from '../../i18n/useStaffT';
import type { FilterPart } from './FilterForm';
import styles from './FilterChips.module.css';

interface Props {
  readonly parts: readonly FilterPart[];
  readonly onRemove: (part: FilterPart) => void;
  readonly onClear: () => void;
}

/** What filters the rows in sight: a chip for each part, which removes it, and a button that removes all. One line, scrolled sideways. */
export function FilterChips({ parts, onRemove, onClear }: Props) {
  const t = useStaffT();
  if (parts.length === 0) return null;
  return (
    <div role="group" aria-label={t('referralFilters.chips')} className={`${styles.chips} screen-only`}>
      {parts.map((part) => {
        const text = t('referralFilters.one', { label: part.label, value: part.value });
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
    </div>
  );
}
