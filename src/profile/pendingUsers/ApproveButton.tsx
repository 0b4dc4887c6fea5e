import CheckIcon from '@mui/icons-material/Check';
import type { KeyboardEvent } from 'react';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { useApproval } from './useApproval';

/** As the focus goes on to the next person's button, Enter held down would approve them all. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

interface Props {
  user: AccountRecord;
  refetch: () => void;
}

/** Lets the person of its row sign in. Afterwards it says so, until the fresh list no longer has the person. */
export function ApproveButton({ user, refetch }: Props) {
  const t = useStaffT();
  const { approve, isBusy, isDone } = useApproval(user, refetch);
  const name = user.fullname;
  return (
    <Button
      look={isDone ? 'quiet' : 'secondary'}
      busy={isBusy}
      aria-disabled={isDone || isBusy || undefined}
      aria-label={t(isDone ? 'pendingUsers.approvedWhom' : 'pendingUsers.approveWhom', { name })}
      onClick={approve}
      onKeyDown={ignoreHeldKey}
    >
      {isDone && <CheckIcon fontSize="small" />}
      {t(isDone ? 'pendingUsers.approved' : 'pendingUsers.approve')}
    </Button>
  );
}
