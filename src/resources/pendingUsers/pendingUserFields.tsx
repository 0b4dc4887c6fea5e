/** The fields of a pending user and the button that approves the account, from RecordContext. */
import CheckIcon from '@mui/icons-material/Check';
import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import InfoIcon from '@mui/icons-material/Info';
import ScheduleIcon from '@mui/icons-material/Schedule';
import type { KeyboardEvent } from 'react';
import { useRecordContext } from 'react-admin';
import type { EmailConfirmationState } from '../../../contract/constants';
import { EmailField } from '../../admin';
import tag from '../../admin/field/tag.module.css';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import styles from './PendingUsers.module.css';
import { useApproval } from './useApproval';

interface ProofTag {
  readonly text: StaffTextKey;
  readonly className: string | undefined;
  readonly icon: typeof InfoIcon;
}

const PROOF_TAGS: Readonly<Partial<Record<string, ProofTag>>> = {
  confirmed: {
    text: 'pendingUsers.proof.confirmed',
    className: tag.success,
    icon: CheckCircleIcon,
  },
  awaited: { text: 'pendingUsers.proof.awaited', className: tag.warning, icon: ScheduleIcon },
  unavailable: { text: 'pendingUsers.proof.unavailable', className: tag.warning, icon: InfoIcon },
} satisfies Record<EmailConfirmationState, ProofTag>;

export function NameField() {
  return useRecordContext<AccountRecord>()?.fullname;
}

/** The e-mail address, with whether the person has proved that it is theirs. */
export function UsernameField() {
  const user = useRecordContext<AccountRecord>();
  if (!user) return null;
  return (
    <>
      <EmailField address={user.username} />
      <EmailProof user={user} />
    </>
  );
}

/** Nothing on a server without such proofs; a value that this build does not know is shown as it is. */
function EmailProof({ user }: { user: AccountRecord }) {
  const t = useStaffT();
  const { email_proof: proof } = user;
  if (!proof) return null;
  const known = Object.hasOwn(PROOF_TAGS, proof) ? PROOF_TAGS[proof] : undefined;
  const Icon = known?.icon;
  return (
    <div className={styles.proof}>
      <span id={emailProofId(user)} className={known ? known.className : tag.plain}>
        {Icon && <Icon fontSize="inherit" />}
        {known ? t(known.text) : proof}
      </span>
    </div>
  );
}

/** The id of the element that shows the proof, which also describes the button; undefined without a proof. */
const emailProofId = ({ id, email_proof }: AccountRecord) =>
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
      {t(isApproved ? 'pendingUsers.approved' : 'pendingUsers.approve')}
    </Button>
  );
}
