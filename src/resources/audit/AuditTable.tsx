import { memo } from 'react';
import type { AuditEntry } from '../../../contract/entities/audit';
import { useStaffT } from '../../i18n/useStaffT';
import table from '../../staff/table.module.css';
import { AUDIT_COLUMNS } from './auditColumns';
import styles from './AuditRows.module.css';

/** Few rows have anything to tab to, so that the table itself takes the focus: else no key would scroll it. */
const SCROLLABLE = { role: 'region', tabIndex: 0 } as const;

/** The entries as a table; where it is wider than the window, it scrolls by itself. */
export const AuditTable = memo(function AuditTable({ rows }: { rows: readonly AuditEntry[] }) {
  const t = useStaffT();
  return (
    <div className={table.scroller} aria-label={t('auditTrail.table')} {...SCROLLABLE}>
      <table className={table.table}>
        <caption className="visually-hidden">{t('auditTrail.table')}</caption>
        <thead>
          <tr>
            {AUDIT_COLUMNS.map(({ label }) => (
              <th key={label} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <tr key={entry.id} data-row={entry.id}>
              {AUDIT_COLUMNS.map(({ label, cell: Cell, room }) => (
                <td key={label} className={room && styles[room]}>
                  <Cell entry={entry} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
