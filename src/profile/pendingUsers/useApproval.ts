import { useNotify, useRefresh } from 'react-admin';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { ApiError } from '../../api/ApiError';
import { useStaffT } from '../../i18n/useStaffT';
import { useFailureText } from '../../shared/useFailureText';
import { useSendOnce } from '../../staff/useSendOnce';

/** Approves one person, once; what came of it is said at once (spec section 2, "Profile page"). */
export function useApproval(user: AccountRecord, onApproved: () => void) {
  const notify = useNotify();
  const refresh = useRefresh();
  const reasonOf = useReason();

  const { start, isBusy, isDone } = useSendOnce<void>({
    send: (provider) => provider.approve(user),
    onDone: () => {
      notify('pendingUsers.done', { type: 'success' });
      onApproved();
    },
    onFailed: (error) => {
      const reason = reasonOf(error);
      const text = reason ? 'pendingUsers.failedFor' : 'pendingUsers.failed';
      notify(text, { type: 'error', messageArgs: { reason } });
      // Someone else has dealt with this person meanwhile.
      if (error.status === 409) refresh();
    },
  });

  return { approve: () => start(), isBusy, isDone };
}

/** Why someone could not be approved, as far as it is known. */
function useReason(): (error: ApiError) => string | undefined {
  const t = useStaffT();
  const failureText = useFailureText();
  return (error) => {
    if (error.status === 404) return t('pendingUsers.gone');
    if (error.status === 409) return t('pendingUsers.deactivated');
    return failureText(error);
  };
}
