import MuiPagination from '@mui/material/Pagination';
import PaginationItem from '@mui/material/PaginationItem';
import { useListContext } from 'react-admin';
import { PAGE_LIMITS } from '../../../contract/staffConstants';
import { formatNumber } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { useWindowQuery } from '../useWindowQuery';
import styles from './Pagination.module.css';
import type { PageMeta } from './usePagedListController';

const ITEM_TEXTS: Readonly<Record<string, StaffTextKey>> = {
  page: 'list.goToPage',
  previous: 'list.previousPage',
  next: 'list.nextPage',
};

/**
 * The pages of the list in context: the current one, their number, and a text that says which rows they show.
 *
 * @example
 * const { pages, rangeText } = usePages();
 * return pages > 1 ? <p>{rangeText()}</p> : null;
 */
export function usePages() {
  const t = useStaffT();
  const { language } = useLanguage();
  const { data = [], page, perPage, total = 0, meta, hasNextPage } = useListContext();
  const { more = false, isEstimate = false } = (meta ?? {}) as Partial<PageMeta>;
  // The page shown exists even if its total is too small, because records before it have left the list.
  const known = Math.max(Math.ceil(total / perPage), hasNextPage ? page + 1 : page);
  const pages = Math.min(known, PAGE_LIMITS.maxPage);
  // There are further pages that the server did not count, or that cannot be requested.
  const hasMore = more || total > pages * perPage;
  const format = (number: number) => formatNumber(number, language);
  const rangeText = () => {
    if (isEstimate) {
      const numbers = { page: format(page), pages: format(pages) };
      return t(hasMore ? 'list.pageOfMore' : 'list.pageOf', numbers);
    }
    const before = (page - 1) * perPage;
    return t(more ? 'list.rangeOfMore' : 'list.range', {
      from: format(before + 1),
      to: format(before + data.length),
      // A record that has left the list since may be missing in the total.
      total: format(Math.max(total, before + data.length)),
    });
  };
  return { page, pages, rangeText, format };
}

/**
 * Which rows of the list in context are shown, and its pages, if there are several.
 *
 * @example
 * <ListBase resource={RESOURCES.pendingUsers} perPage={10}>
 *   <ListView messages={messages} empty={{ title: 'pendingUsers.empty' }}>…</ListView>
 *   <Pagination label="pendingUsers.pages" />
 * </ListBase>
 */
export function Pagination({ label }: { label: StaffTextKey }) {
  const t = useStaffT();
  const { data = [], setPage, meta } = useListContext();
  const { isShorter = false } = (meta ?? {}) as Partial<PageMeta>;
  const isNarrow = useWindowQuery('(max-width: 37.5rem)');
  const { page, pages, rangeText, format } = usePages();
  if (data.length === 0) return null;

  return (
    <div className={`${styles.bar} screen-only`}>
      <p role="status" className={styles.where}>
        <span>{rangeText()}</span>
        {isShorter && <span className={styles.shorter}>{t('list.shorter')}</span>}
      </p>
      {pages > 1 && (
        <MuiPagination
          page={page}
          count={pages}
          onChange={(_event, next) => setPage(next)}
          siblingCount={isNarrow ? 0 : 1}
          color="primary"
          renderItem={(item) => (
            <PaginationItem {...item} page={item.page && <span>{format(item.page)}</span>} />
          )}
          aria-label={t(label)}
          getItemAriaLabel={(type, number, isCurrent) => {
            const text = ITEM_TEXTS[type] ?? 'list.goToPage';
            return t(isCurrent ? 'list.currentPage' : text, { page: format(number ?? page) });
          }}
        />
      )}
    </div>
  );
}
