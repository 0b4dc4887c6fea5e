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
 * The pages of the list in context: the current one, their number, and a text that names both.
 *
 * @example
 * const { pages, pageText } = usePages();
 * return pages > 1 ? <p>{pageText()}</p> : null;
 */
export function usePages() {
  const t = useStaffT();
  const { language } = useLanguage();
  const { page, perPage, total = 0, meta, hasNextPage } = useListContext();
  // The page shown exists even if its total is too small, because records before it have left the list.
  const known = Math.max(Math.ceil(total / perPage), hasNextPage ? page + 1 : page);
  const pages = Math.min(known, PAGE_LIMITS.maxPage);
  // There are further pages that the server did not count, or that cannot be requested.
  const hasMore = (meta as PageMeta | undefined)?.more === true || total > pages * perPage;
  const format = (number: number) => formatNumber(number, language);
  const pageText = () =>
    t(hasMore ? 'list.pageOfMore' : 'list.pageOf', { page: format(page), pages: format(pages) });
  return { page, pages, pageText, format };
}

/**
 * The pages of the list in context, if there are several.
 *
 * @example
 * <ListBase resource={RESOURCES.pendingUsers} perPage={10}>
 *   <ListView messages={messages} empty={{ title: 'pendingUsers.empty' }}>…</ListView>
 *   <Pagination label="pendingUsers.pages" />
 * </ListBase>
 */
export function Pagination({ label }: { label: StaffTextKey }) {
  const t = useStaffT();
  const { setPage, meta } = useListContext();
  const { isShorter = false } = (meta ?? {}) as Partial<PageMeta>;
  const isNarrow = useWindowQuery('(max-width: 37.5rem)');
  const { page, pages, pageText, format } = usePages();
  if (pages <= 1) return null;

  return (
    <div className={`${styles.bar} screen-only`}>
      <p role="status" className={styles.where}>
        <span>{pageText()}</span>
        {isShorter && <span className={styles.shorter}>{t('list.shorter')}</span>}
      </p>
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
    </div>
  );
}
