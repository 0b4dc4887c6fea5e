import { useStaffT } from '../../i18n/useStaffT';
import { EmailField } from '../../admin/field/EmailField';
import { Schools } from '../../staff/Schools';
import { StaffTable } from '../../admin/list/StaffTable';
import { ApproveButton } from './ApproveButton';
import { EmailProof } from './EmailProof';
import type { PendingRowsProps } from './PendingUsers';
import styles from './PendingUsers.module.css';

const HEADS = [
  { label: 'pendingUsers.name' },
  { label: 'pendingUsers.username' },
  { label: 'pendingUsers.schools' },
  { label: 'pendingUsers.approve', className: 'screen-only' },
] as const;

/** Who waits for approval, as a table. */
export function PendingTable({ rows, approved, onApproved }: PendingRowsProps) {
  const t = useStaffT();
  return (
    <StaffTable
      caption={t('pendingUsers.title')}
      heads={HEADS.map(({ label, ...head }) => ({ text: t(label), ...head }))}
    >
      {rows.map((user) => (
        <tr key={user.id} data-row={user.id}>
          <th scope="row" className={styles.text}>
            {user.fullname}
          </th>
          <td>
            <EmailField address={user.username} />
            <EmailProof user={user} />
          </td>
          <td className={styles.text}>
            <Schools account={user} />
          </td>
          <td className={`${styles.action} screen-only`}>
            <ApproveButton user={user} isApproved={approved.has(user.id)} onApproved={onApproved} />
          </td>
        </tr>
      ))}
    </StaffTable>
  );
}
