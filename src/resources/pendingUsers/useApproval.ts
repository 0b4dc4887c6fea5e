import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  type Identifier,
  useListContext,
  useNotify,
  useRefresh,
  useStore,
  useStoreContext,
} from 'react-admin';
import { ACCOUNT_REFUSALS, STALE_DETAIL } from '../../../contract/constants';
import { useSingleMutation } from '../../admin';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { RESOURCES } from '../../shared/routes';
import { useErrorText } from '../../shared/useErrorText';

const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  'Not Found': 'pendingUsers.gone',
  [ACCOUNT_REFUSALS.deactivated]: 'pendingUsers.deactivated',
  [STALE_DETAIL]: 'pendingUsers.changed',
};

/** What follows from an approval, by the state of the person's email proof. */
const MORE: Readonly<Record<string, StaffTextKey>> = {
  awaited: 'pendingUsers.doneAwaited',
  unavailable: 'pendingUsers.doneUnavailable',
};

/** Key in react-admin's store: the ids of the accounts approved since the panel was opened. */
const APPROVED_IDS = `${RESOURCES.pendingUsers}.approved`;
const NONE: readonly Identifier[] = [];

const leaveRows = () => undefined;

/**
 * Approves an account once and notifies of the outcome (spec section 2, "Profile page"). The row stays, so that no other row
 * moves under a pointer that is about to approve it.
 */
export function useApproval(user: AccountRecord | undefined) {
  const notify = useNotify();
  const refresh = useRefresh();
  const errorText = useErrorText<StaffTextKey>({ details: DETAILS });
  const store = useStoreContext();
  const [approved] = useStore(APPROVED_IDS, NONE);

  const { start, isBusy } = useSingleMutation<AccountRecord>({
    send: (provider, account) => provider.approve(account),
    onDone: () => {
      notify('pendingUsers.done', { type: 'success', more: MORE[user?.email_proof ?? ''] });
      // From the store, as two approvals may end before the next rendering.
      if (user)
        store.setItem(APPROVED_IDS, [
          ...(store.getItem<readonly Identifier[]>(APPROVED_IDS) ?? NONE),
          user.id,
        ]);
    },
    onFailed: (error) => {
      // The person approves what is on screen.
      if (error.status === 412) refresh();
      const reason = errorText(error);
      const text = reason ? 'pendingUsers.failedFor' : 'pendingUsers.failed';
      notify(text, { type: 'error', messageArgs: { reason } });
    },
    refetch: leaveRows,
  });

  return {
    approve: () => user && start(user),
    isBusy,
    isApproved: user !== undefined && approved.includes(user.id),
  };
}

/**
 * Fetches the list in context again once every account in it is approved. On unmount, forgets the approved ids and the cached
 * list, which would show them as pending until the next response.
 */
export function useRefreshWhenAllApproved(): void {
  const refresh = useRefresh();
  const queries = useQueryClient();
  const store = useStoreContext();
  const { data = NO_RECORDS } = useListContext<AccountRecord>();
  const [approved] = useStore(APPROVED_IDS, NONE);

  const isAllApproved = data.length > 0 && data.every(({ id }) => approved.includes(id));
  useEffect(() => {
    if (isAllApproved) refresh();
  }, [isAllApproved, refresh]);

  useEffect(
    () => () => {
      store.removeItem(APPROVED_IDS);
      queries.removeQueries({ queryKey: [RESOURCES.pendingUsers], type: 'inactive' });
    },
    [store, queries],
  );
}

const NO_RECORDS: readonly AccountRecord[] = [];
