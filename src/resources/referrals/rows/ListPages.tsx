import Pagination from '@mui/material/Pagination';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { TextKey } from '../../../i18n/catalogues/en';
import { useT } from '../../../i18n/I18nProvider';
import styles from './ListPages.module.css';

const ITEM_TEXTS: Readonly<Record<string, TextKey>> = {
  page: 'referrals.goToPage',
  previous: 'referrals.previousPage',
  next: 'referrals.nextPage',
};

interface Props {
  /** From 1. */
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

/** The way to the other pages, when there are any. */
export function ListPages({ page, pages, onChange }: Props) {
  const t = useT();
  const isNarrow = useMediaQuery('(max-width: 37.5rem)', { noSsr: true });
  if (pages <= 1) return null;

  return (
    <div className={styles.bar}>
      <p role="status" className={styles.where}>
        {t('referrals.pageOf', { page, pages })}
      </p>
      <Pagination
        page={page}
        count={pages}
        onChange={(_event, next) => onChange(next)}
        siblingCount={isNarrow ? 0 : 1}
        color="primary"
        aria-label={t('referrals.pages')}
        getItemAriaLabel={(type, number, isCurrent) => {
          const text = ITEM_TEXTS[type] ?? 'referrals.goToPage';
          return t(isCurrent ? 'referrals.currentPage' : text, { page: number ?? page });
        }}
      />
    </div>
  );
}
