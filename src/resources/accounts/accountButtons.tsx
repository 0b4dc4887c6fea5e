/** The buttons of an account's row, for the account in RecordContext. */
import { useRecordContext } from 'react-admin';
import tag from '../../admin/field/tag.module.css';
import { RowButton, useOpenDialog, useOpenRecord } from '../../admin';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { useSession } from '../../shared/services';
import type { AuditState } from '../../staff/auditLink';
import styles from './AccountList.module.css';

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

/** Open the activity log on what the account did, or on who looked at it. */
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
