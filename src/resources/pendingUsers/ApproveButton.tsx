import CheckIcon from '@mui/icons-material/Check';
import type { KeyboardEvent } from 'react';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { emailProofId } from './EmailProof';
import { useApproval } from './useApproval';

/** The focus may have come from another person's button while Enter was held down. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

interface Props {
  user: AccountRecord;
  isApproved: boolean;
  onApproved: (id: string) => void;
}

/** Lets the person of its row sign in. Afterwards it says so. */
export function ApproveButton({ user, isApproved, onApproved }: Props) {
  const t = useStaffT();
  const { approve, isBusy } = useApproval(user, () => onApproved(user.id));
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
      {t(isApproved ? 'pendingUsers.approved' : 'pendingUsers.approve')}
    </Button>
  );
}
