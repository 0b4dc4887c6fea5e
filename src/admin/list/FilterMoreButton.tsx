import ExpandIcon from '@mui/icons-material/ExpandMore';
import { formatNumber } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import styles from './FilterForm.module.css';

interface Props {
  /** How many of the filters behind it apply. */
  readonly count: number;
  readonly isOpen: boolean;
  /** The id of the element with these filters. */
  readonly controls: string;
  readonly onClick: () => void;
}

/** Shows and hides the less usual filters of a FilterForm. */
export function FilterMoreButton({ count, isOpen, controls, onClick }: Props) {
  const t = useStaffT();
  const { language } = useLanguage();
  return (
    <Button variant="quiet" aria-expanded={isOpen} aria-controls={controls} onClick={onClick}>
      <span>
        {count > 0
          ? t('referralFilters.moreCount', { count: formatNumber(count, language) })
          : t('referralFilters.more')}
      </span>
      <ExpandIcon fontSize="small" className={isOpen ? styles.expanded : undefined} />
    </Button>
  );
}
