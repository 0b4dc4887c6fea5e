import CheckIcon from '@mui/icons-material/Check';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect } from 'react';
import {
  type Identifier,
  useListContext,
  useNotify,
  useRecordContext,
  useRefresh,
  useStore,
  useStoreContext,
} from 'react-admin';
import { ACCOUNT_REFUSALS, STALE_DETAIL } from '../../../contract/staffConstants';
import { useSingleMutation } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { useErrorText } from '../../ui/useErrorText';

/** The id of the element that shows the proof, which also describes the button; undefined without a proof. */
export const emailProofId = ({ id, email_proof }: AccountRecord) =>
  // A space would make two ids of one.
  email_proof && `email-proof-${encodeURIComponent(id)}`;

/** The focus may have moved here from another person's button while Enter was held down. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** Approves the account; shows afterwards that it is approved. */
export function ApproveButton() {
  const t = useStaffT();
  const user = useRecordContext<AccountRecord>();
  const { approve, isBusy, isApproved } = useApproval(user);
  if (!user) return null;
  const label = isApproved ? 'pendingUsers.approvedWhom' : 'pendingUsers.approveWhom';
  return (
    <Button
      variant={isApproved ? 'quiet' : 'secondary'}
      busy={isBusy && !isApproved}
      aria-disabled={isApproved}
      aria-label={t(label, { name: user.fullname })}
      aria-describedby={emailProofId(user)}
      onClick={approve}
      onKeyDown={ignoreHeldKey}
    >
      {isApproved && <CheckIcon fontSize="small" />}
      <span>{t(isApproved ? 'pendingUsers.approved' : 'pendingUsers.approve')}</span>
    </Button>
  );
}

const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  'Not Found': 'pendingUsers.gone',
  [ACCOUNT_REFUSALS.deactivated]: 'pendingUsers.deactivated',
  [ACCOUNT_REFUSALS.noPassword]: 'accountState.noPassword',
  [STALE_DETAIL]: 'pendingUsers.changed',
};

/** What happens after an approval, by the state of the person's email confirmation. */
const MORE: Readonly<Record<string, StaffTextKey>> = {
  awaited: 'pendingUsers.doneAwaited',
  unavailable: 'pendingUsers.doneUnavailable',
};

/** Key in react-admin's store: the ids of the accounts approved since the panel was opened. */
const APPROVED_IDS = `${RESOURCES.pendingUsers}.approved`;
const NONE: readonly Identifier[] = [];

const NO_RECORDS: readonly AccountRecord[] = [];

const leaveRows = () => undefined;

/**
 * Approves an account once and notifies of the outcome (spec section 2, "Profile page"). The row stays, so that no other row
 * moves under a pointer that is about to approve it.
 */
function useApproval(user: AccountRecord | undefined) {
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
      const before = store.getItem<readonly Identifier[]>(APPROVED_IDS) ?? NONE;
      if (user) store.setItem(APPROVED_IDS, [...before, user.id]);
    },
    onFailed: (error) => {
      // Shows the changed account before the person approves it.
      if (error.status === 412) refresh();
      notify('pendingUsers.failed', { type: 'error', more: errorText(error) });
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
 * list, which would show them as pending until the next response. A component, so that the table does not render again with each
 * approval.
 */
export function RefreshWhenAllApproved() {
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
  return null;
}
