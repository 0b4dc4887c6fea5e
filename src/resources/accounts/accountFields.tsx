/** The fields of an account and the buttons on it, from RecordContext. */
import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import ScheduleIcon from '@mui/icons-material/Schedule';
import { useRecordContext } from 'react-admin';
import {
  EmailField,
  RowButton,
  RowOpener,
  RowTitle,
  useOpenDialog,
  useOpenRecord,
} from '../../admin';
import tag from '../../admin/field/tag.module.css';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { useSession } from '../../app/services';
import { ApproveButton, EmailProof } from '../approval';
import { useSchoolsText } from '../SchoolsField';
import type { AuditState } from '../auditLink';
import styles from './AccountList.module.css';
import { useAccountState } from './waitingIds';

interface NameFieldProps {
  /** Whether the name is a link that opens the account, for people who may update it. */
  readonly isLink: boolean;
}

/** The person's name, and whether the account may log in (spec section 4, "Account"). */
export function NameField({ isLink }: NameFieldProps) {
  const account = useRecordContext<AccountRecord>();
  return (
    <span className={styles.name}>
      <RowTitle>
        {account && isLink ? (
          <RowOpener record={account}>{account.fullname}</RowOpener>
        ) : (
          account?.fullname
        )}
      </RowTitle>
      <StatePill />
    </span>
  );
}

/** That the account cannot log in, and why: by icon and word, not by colour alone. Nothing for an active one. */
function StatePill() {
  const t = useStaffT();
  const state = useAccountState();
  if (state === 'active') return null;
  const isWaiting = state === 'pending';
  const Icon = isWaiting ? ScheduleIcon : BlockIcon;
  return (
    <span className={`${isWaiting ? tag.warning : tag.plain} ${styles.state}`}>
      <Icon fontSize="inherit" />
      <span>{t(STATE_TEXTS[state])}</span>
    </span>
  );
}

const STATE_TEXTS = {
  pending: 'pendingUsers.waiting',
  deactivated: 'accounts.deactivated',
  notApproved: 'accounts.notApproved',
} as const;

/** The address, and for an account that waits for approval whether the person has confirmed it. */
export function AddressField() {
  const account = useRecordContext<AccountRecord>();
  const isWaiting = useAccountState() === 'pending';
  if (!account) return null;
  return (
    <span className={styles.name}>
      <EmailField address={account.username} />
      {isWaiting && <EmailProof isQuiet />}
    </span>
  );
}

/** The role, by its name; as it is if this build does not know it. */
export function RoleField() {
  const valueText = useValueText();
  const role: string | null = useRecordContext<AccountRecord>()?.role ?? null;
  return role === null ? null : <span>{valueText('roles', role)}</span>;
}

/** A check icon for an account that sees only the referrals it created (spec section 2, "Account List page"). */
export function OwnReferralsOnlyField() {
  const t = useStaffT();
  const account = useRecordContext<AccountRecord>();
  if (account?.created_referrals_only) {
    return <CheckIcon titleAccess={t('accounts.yes')} className={styles.check} />;
  }
  return (
    <>
      <span aria-hidden="true" className={tag.none}>
        –
      </span>
      <span className="visually-hidden">{t('accounts.no')}</span>
    </>
  );
}

export function UpdateButton() {
  const t = useStaffT();
  const account = useRecordContext<AccountRecord>();
  const openRecord = useOpenRecord();
  if (!account) return null;
  return (
    <RowButton aria-haspopup="dialog" onClick={() => openRecord(account.id)}>
      {t('accounts.update')}
    </RowButton>
  );
}

interface ApprovalProps {
  readonly canApprove: boolean;
  readonly canDeactivate: boolean;
  readonly canReactivate: boolean;
}

/** Deactivates or reactivates an account, or approves one that waits; nobody can do so to their own. */
export function ApprovalButton({ canApprove, canDeactivate, canReactivate }: ApprovalProps) {
  const t = useStaffT();
  const { user } = useSession();
  const account = useRecordContext<AccountRecord>();
  const openDialog = useOpenDialog();
  const state = useAccountState();
  if (!account) return null;
  if (state === 'pending') return canApprove && <ApproveButton isInRow />;
  if (user?.username.toLowerCase() === account.username.toLowerCase()) {
    return <span className={`${tag.brand} ${styles.you}`}>{t('accounts.you')}</span>;
  }
  const isActive = state === 'active';
  if (!(isActive ? canDeactivate : canReactivate)) return null;
  const action = isActive ? 'deactivate' : 'reactivate';
  return (
    <RowButton aria-haspopup="dialog" onClick={() => openDialog(action, account)}>
      {t(`accounts.${action}`)}
    </RowButton>
  );
}

/** Open the activity log of what the account did, and of who looked at it. */
export function HistoryButtons({ onOpen }: { onOpen: (state: AuditState) => void }) {
  const t = useStaffT();
  const account = useRecordContext<AccountRecord>();
  if (!account) return null;
  return (
    <div className={styles.history}>
      <RowButton onClick={() => onOpen({ actor: account.id })}>
        {t('auditTrail.activity')}
      </RowButton>
      <RowButton onClick={() => onOpen({ account: account.id })}>
        {t('auditTrail.accessHistory')}
      </RowButton>
    </div>
  );
}

/** An account of the list in a narrow window. */
export function AccountRow({ isLink }: NameFieldProps) {
  const t = useStaffT();
  const valueText = useValueText();
  const schoolsText = useSchoolsText();
  const account = useRecordContext<AccountRecord>();
  if (!account) return null;
  // Another server may leave the role out.
  const role = account.role && valueText('roles', account.role);
  const schools = schoolsText(account);
  return (
    <div>
      <h2 className={styles.heading}>
        <NameField isLink={isLink} />
      </h2>
      <div className={styles.line}>
        <AddressField />
      </div>
      <p className={styles.cut} title={role ? `${role} · ${schools}` : schools}>
        {role && (
          <>
            <span>{role}</span>
            <span> · </span>
          </>
        )}
        <span>{schools}</span>
      </p>
      {account.created_referrals_only && (
        <p className={styles.line}>{t('accounts.createdReferralsOnly')}</p>
      )}
    </div>
  );
}
