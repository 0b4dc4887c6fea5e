/** The fields of an account and the buttons on it, from RecordContext. */
import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
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
import { useStaffT } from '../../i18n/useStaffT';
import { useSession } from '../../app/services';
import { SchoolsField } from '../SchoolsField';
import type { AuditState } from '../auditLink';
import styles from './AccountList.module.css';

interface NameFieldProps {
  /** Whether the name is a link that opens the account, for people who may update it. */
  readonly isLink: boolean;
}

/** The person's name, and whether the account may log in (spec section 4, "Account"). */
export function NameField({ isLink }: NameFieldProps) {
  const t = useStaffT();
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
      {!account?.approved && (
        <span className={`${tag.warning} ${styles.state}`}>
          <BlockIcon fontSize="inherit" />
          <span>{t('accounts.notApproved')}</span>
        </span>
      )}
    </span>
  );
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
  readonly canDeactivate: boolean;
  readonly canReactivate: boolean;
}

/** Deactivates or reactivates an account; nobody can do so to their own. */
export function ApprovalButton({ canDeactivate, canReactivate }: ApprovalProps) {
  const t = useStaffT();
  const { user } = useSession();
  const account = useRecordContext<AccountRecord>();
  const openDialog = useOpenDialog();
  if (!account) return null;
  if (user?.username.toLowerCase() === account.username.toLowerCase()) {
    return <span className={`${tag.brand} ${styles.you}`}>{t('accounts.you')}</span>;
  }
  if (!(account.approved ? canDeactivate : canReactivate)) return null;
  const action = account.approved ? 'deactivate' : 'reactivate';
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
  const account = useRecordContext<AccountRecord>();
  if (!account) return null;
  return (
    <div>
      <h2 className={styles.heading}>
        <NameField isLink={isLink} />
      </h2>
      <p className={styles.line}>
        <EmailField address={account.username} />
      </p>
      <div className={styles.line}>
        <span>{`${account.role} · `}</span>
        <SchoolsField />
      </div>
      {account.created_referrals_only && (
        <p className={styles.line}>{t('accounts.createdReferralsOnly')}</p>
      )}
    </div>
  );
}
