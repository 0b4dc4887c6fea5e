import Pagination from '@mui/material/Pagination';
import PaginationItem from '@mui/material/PaginationItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useLanguage } from '../../i18n/I18nProvider';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './Pagination.module.css';

const ITEM_TEXTS: Readonly<Record<string, StaffTextKey>> = {
  page: 'list.goToPage',
  previous: 'list.previousPage',
  next: 'list.nextPage',
};

interface Props {
  /** What they are the pages of. */
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  /** Whether there are further pages, which nobody has counted. */
  more?: boolean;
  onChange: (page: number) => void;
}

/** The way to the other pages of a list, when there are any. */
export function ListPages({ label, page, pages, more = false, onChange }: Props) {
  const t = useStaffT();
  const { language } = useLanguage();
  const isNarrow = useMediaQuery('(max-width: 37.5rem)', { noSsr: true });
  if (pages <= 1) return null;
  // Spanish, too, as it is written in the United States.
  const written = (number: number) => number.toLocaleString(`${language}-US`);

  return (
    <div className={styles.bar}>
      <p role="status" className={styles.where}>
        {t(more ? 'list.pageOfMore' : 'list.pageOf', {
          page: written(page),
          pages: written(pages),
        })}
      </p>
      <Pagination
        page={page}
        count={pages}
        onChange={(_event, next) => onChange(next)}
        siblingCount={isNarrow ? 0 : 1}
        color="primary"
        renderItem={(item) => <PaginationItem {...item} page={item.page && written(item.page)} />}
        aria-label={label}
        getItemAriaLabel={(type, number, isCurrent) => {
          const text = ITEM_TEXTS[type] ?? 'list.goToPage';
          return t(isCurrent ? 'list.currentPage' : text, { page: written(number ?? page) });
        }}
      />
    </div>
  );
}
