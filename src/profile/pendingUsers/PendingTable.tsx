import { useStaffT } from '../../i18n/useStaffT';
import { Email } from '../../staff/Email';
import { Schools } from '../../staff/Schools';
import table from '../../staff/table.module.css';
import { ApproveButton } from './ApproveButton';
import type { PendingRowsProps } from './PendingUsers';
import styles from './PendingUsers.module.css';

/** Who waits for approval, as a table. */
export function PendingTable({ rows, approved, onApproved }: PendingRowsProps) {
  const t = useStaffT();
  return (
    <div className={table.scroller}>
      <table className={table.table}>
        <caption className="visually-hidden">{t('pendingUsers.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('pendingUsers.name')}</th>
            <th scope="col">{t('pendingUsers.username')}</th>
            <th scope="col">{t('pendingUsers.schools')}</th>
            <th scope="col">{t('pendingUsers.approve')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((user) => (
            <tr key={user.id} data-row={user.id}>
              <th scope="row" className={styles.text}>
                {user.fullname}
              </th>
              <td>
                <Email address={user.username} />
              </td>
              <td className={styles.text}>
                <Schools account={user} />
              </td>
              <td className={styles.action}>
                <ApproveButton
                  user={user}
                  isApproved={approved.has(user.id)}
                  onApproved={onApproved}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
