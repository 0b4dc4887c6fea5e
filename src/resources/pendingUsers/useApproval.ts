import { useNotify, useRefresh } from 'react-admin';
import { ACCOUNT_REFUSALS, STALE_DETAIL } from '../../../contract/constants';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useErrorText } from '../../shared/useErrorText';
import { useSingleMutation } from '../../admin/dialog/useSingleMutation';

const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  'Not Found': 'pendingUsers.gone',
  [ACCOUNT_REFUSALS.deactivated]: 'pendingUsers.deactivated',
  [STALE_DETAIL]: 'pendingUsers.changed',
};

/** What else is to be known about an approval, by how it stands about the person's mailbox. */
const MORE: Readonly<Record<string, StaffTextKey>> = {
  awaited: 'pendingUsers.doneAwaited',
  unavailable: 'pendingUsers.doneUnavailable',
};

const leaveRows = () => undefined;

/** Approves one person, once; what came of it is said at once (spec section 2, "Profile page"), and no row moves. */
export function useApproval(user: AccountRecord, onApproved: () => void) {
  const notify = useNotify();
  const refresh = useRefresh();
  const errorText = useErrorText<StaffTextKey>({ details: DETAILS });

  const { start, isBusy } = useSingleMutation<void>({
    send: (provider) => provider.approve(user),
    onDone: () => {
      notify('pendingUsers.done', { type: 'success', more: MORE[user.email_proof ?? ''] });
      onApproved();
    },
    onFailed: (error) => {
      // What is approved must be what is shown.
      if (error.status === 412) refresh();
      const reason = errorText(error);
      const text = reason ? 'pendingUsers.failedFor' : 'pendingUsers.failed';
      notify(text, { type: 'error', messageArgs: { reason } });
    },
    refetch: leaveRows,
  });

  return { approve: () => start(), isBusy };
}
