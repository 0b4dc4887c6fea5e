import { useId } from 'react';
import { useStaffT } from '../../../i18n/useStaffT';
import styles from '../../../admin/list/RowButton.module.css';
import { useAuditLink } from '../../../staff/useAuditLink';
import { type CellProps, nameId } from './cellProps';
import accounts from './Accounts.module.css';

/** Opens the activity log on what the account did, or on who looked at it. */
export function HistoryButtons({ account }: CellProps) {
  const t = useStaffT();
  const id = useId();
  const open = useAuditLink();
  if (!open) return null;
  const look = (button: string) => ({
    id: `${id}-${button}`,
    type: 'button' as const,
    className: styles.button,
    'aria-labelledby': `${id}-${button} ${nameId(account)}`,
  });
  return (
    <div className={accounts.history}>
      <button {...look('activity')} onClick={() => open({ actor: account.id })}>
        {t('auditTrail.activity')}
      </button>
      <button {...look('access')} onClick={() => open({ account: account.id })}>
        {t('auditTrail.accessHistory')}
      </button>
    </div>
  );
}
