import CheckCircleIcon from '@mui/icons-material/CheckCircle';
import InfoIcon from '@mui/icons-material/Info';
import ScheduleIcon from '@mui/icons-material/Schedule';
import type { EmailConfirmationState as Proof } from '../../../contract/constants';
import type { AccountRecord } from '../../dataProvider/accounts';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';
import tag from '../../admin/field/tag.module.css';
import styles from './PendingUsers.module.css';

interface Look {
  readonly text: StaffTextKey;
  readonly className: string | undefined;
  readonly icon: typeof InfoIcon;
}

const LOOKS: Readonly<Record<Proof, Look>> = {
  confirmed: {
    text: 'pendingUsers.proof.confirmed',
    className: tag.success,
    icon: CheckCircleIcon,
  },
  awaited: { text: 'pendingUsers.proof.awaited', className: tag.warning, icon: ScheduleIcon },
  unavailable: { text: 'pendingUsers.proof.unavailable', className: tag.warning, icon: InfoIcon },
};

const isKnown = (proof: string): proof is Proof => Object.hasOwn(LOOKS, proof);

/** The id of the element that says it, for the button it matters to; undefined where a server does not say. */
export const emailProofId = ({ id, email_proof }: AccountRecord) =>
  // A blank would make two ids of it.
  email_proof && `email-proof-${encodeURIComponent(id)}`;

/** Whether the person has proved that the e-mail is theirs; nothing where a server does not say. */
export function EmailProof({ user }: { user: AccountRecord }) {
  const t = useStaffT();
  const { email_proof: proof } = user;
  if (!proof) return null;
  const { text, className, icon: Icon } = isKnown(proof) ? LOOKS[proof] : UNKNOWN;
  return (
    <div className={styles.proof}>
      <span id={emailProofId(user)} className={className}>
        {Icon && <Icon fontSize="inherit" />}
        {text ? t(text) : proof}
      </span>
    </div>
  );
}

/** What another server says, in its own words. */
const UNKNOWN: Partial<Look> = { className: tag.plain };
