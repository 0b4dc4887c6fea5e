import { PAGE_SIZE } from '../../../../contract/constants';
import type { AccountFilter, AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import type { PagedList } from '../../../admin/list/usePagedListController';

/**
 * How many accounts the search has found, in words: those in sight, which may be older than what is typed. Empty when
 * nothing is searched for, and when nothing was found, which is said in the place of the rows.
 */
export function useFoundText(list: PagedList<AccountRecord>): string {
  const t = useStaffT();
  const { query }: AccountFilter = list.filter;
  const count = list.rows?.length ?? 0;
  if (!query || count === 0) return '';
  const most = PAGE_SIZE.accountSearch;
  if (list.pages > 1) return t('accounts.foundMore', { count: most });
  if (count === most) return t('accounts.foundFirst', { count: most });
  return t('accounts.found', { smart_count: count });
}
