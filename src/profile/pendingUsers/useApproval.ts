import { useNotify } from 'react-admin';
import { ACCOUNT_REFUSALS } from '../../../contract/constants';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useRefusalText } from '../../shared/useRefusalText';
import { useSendOnce } from '../../staff/useSendOnce';

const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  'Not Found': 'pendingUsers.gone',
  [ACCOUNT_REFUSALS.deactivated]: 'pendingUsers.deactivated',
};

const leaveRows = () => undefined;

/** Approves one person, once; what came of it is said at once (spec section 2, "Profile page"), and no row moves. */
export function useApproval(user: AccountRecord, onApproved: () => void) {
  const notify = useNotify();
  const refusalText = useRefusalText<StaffTextKey>({ details: DETAILS });

  const { start, isBusy } = useSendOnce<void>({
    send: (provider) => provider.approve(user),
    onDone: () => {
      notify('pendingUsers.done', { type: 'success' });
      onApproved();
    },
    onFailed: (error) => {
      const reason = refusalText(error);
      const text = reason ? 'pendingUsers.failedFor' : 'pendingUsers.failed';
      notify(text, { type: 'error', messageArgs: { reason } });
    },
    refetch: leaveRows,
  });

  return { approve: () => start(), isBusy };
}
