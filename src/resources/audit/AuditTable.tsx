import { memo } from 'react';
import type { AuditEntry } from '../../../contract/entities/audit';
import { useStaffT } from '../../i18n/useStaffT';
import { StaffTable } from '../../admin/list/StaffTable';
import { AUDIT_COLUMNS } from './auditColumns';
import styles from './AuditRows.module.css';

/** The entries as a table. */
export const AuditTable = memo(function AuditTable({ rows }: { rows: readonly AuditEntry[] }) {
  const t = useStaffT();
  const heads = AUDIT_COLUMNS.map(({ label }) => ({ text: t(label) }));
  return (
    <StaffTable caption={t('auditTrail.table')} heads={heads} takesFocus>
      {rows.map((entry) => (
        <tr key={entry.id} data-row={entry.id}>
          {AUDIT_COLUMNS.map(({ label, cell: Cell, room }) => (
            <td key={label} className={room && styles[room]}>
              <Cell entry={entry} />
            </td>
          ))}
        </tr>
      ))}
    </StaffTable>
  );
});
