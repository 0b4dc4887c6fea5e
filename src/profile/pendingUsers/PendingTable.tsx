import { useStaffT } from '../../i18n/useStaffT';
import { Email } from '../../staff/Email';
import { Schools } from '../../staff/Schools';
import { StaffTable } from '../../staff/StaffTable';
import { ApproveButton } from './ApproveButton';
import type { PendingRowsProps } from './PendingUsers';
import styles from './PendingUsers.module.css';

const HEADS = [
  'pendingUsers.name',
  'pendingUsers.username',
  'pendingUsers.schools',
  'pendingUsers.approve',
] as const;

/** Who waits for approval, as a table. */
export function PendingTable({ rows, approved, onApproved }: PendingRowsProps) {
  const t = useStaffT();
  return (
    <StaffTable caption={t('pendingUsers.title')} heads={HEADS.map((head) => ({ text: t(head) }))}>
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
            <ApproveButton user={user} isApproved={approved.has(user.id)} onApproved={onApproved} />
          </td>
        </tr>
      ))}
    </StaffTable>
  );
}
