import { useNotify } from 'react-admin';
import { ACCOUNT_REFUSALS } from '../../../contract/constants';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/catalogues/keys';
import { useRefusalText } from '../../shared/useRefusalText';
import { useSendOnce } from '../../staff/useSendOnce';

const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  'Not Found': 'pendingUsers.gone',
  [ACCOUNT_REFUSALS.deactivated]: 'pendingUsers.deactivated',
};

/**
 * Approves one person, once; what came of it is said at once (spec section 2, "Profile page").
 * @param refetch fetches the list afresh, without moving rows under a hand
 */
export function useApproval(user: AccountRecord, refetch: () => void) {
  const notify = useNotify();
  const refusalText = useRefusalText<StaffTextKey>({ details: DETAILS });

  const { start, isBusy, isDone } = useSendOnce<void>({
    send: (provider) => provider.approve(user),
    onDone: () => {
      notify('pendingUsers.done', { type: 'success' });
      refetch();
    },
    onFailed: (error) => {
      const reason = refusalText(error);
      const text = reason ? 'pendingUsers.failedFor' : 'pendingUsers.failed';
      notify(text, { type: 'error', messageArgs: { reason } });
      // Someone else has dealt with this person meanwhile.
      if (error.status === 409) refetch();
    },
    refetch,
  });

  return { approve: () => start(), isBusy, isDone };
}
