import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useRefresh } from 'react-admin';
import { PAGE_SIZE } from '../../../contract/constants';
import type { AccountRecord } from '../../dataProvider/accounts';
import { usePagedList } from '../../admin/list/usePagedListController';

const RESOURCE = 'pending-users';

/**
 * Who waits for approval, a page at a time. Who is approved stays in their row, so that no row moves under a hand that goes
 * on to the next one, where a click lets somebody in; fresh rows come once nobody on the page is left to approve, and with
 * every other page.
 * @param heading that of the panel
 */
export function usePendingUsers(heading: RefObject<HTMLElement | null>) {
  const refresh = useRefresh();
  const queries = useQueryClient();
  const [approved, setApproved] = useState<ReadonlySet<string>>(new Set());
  const list = usePagedList<AccountRecord>(RESOURCE, { perPage: PAGE_SIZE.pending, heading });
  const { rows = [] } = list;

  const isNobodyLeft = rows.length > 0 && rows.every((row) => approved.has(row.id));
  useEffect(() => {
    if (isNobodyLeft) refresh();
  }, [isNobodyLeft, refresh]);

  // Who comes back later must not see them waiting, not even until the list has come.
  useEffect(
    () => () => queries.removeQueries({ queryKey: [RESOURCE], type: 'inactive' }),
    [queries],
  );

  return {
    list,
    approved,
    markApproved: useCallback((id: string) => setApproved((before) => new Set(before).add(id)), []),
  };
}
