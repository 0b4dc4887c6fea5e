import { memo } from 'react';
import type { AuditEntry } from '../../../contract/entities/audit';
import { useStaffT } from '../../i18n/useStaffT';
import cards from '../../admin/list/RecordCards.module.css';
import { AUDIT_COLUMNS } from './auditColumns';

const HEADING = AUDIT_COLUMNS.filter(({ isHeading }) => isHeading);
const FIELDS = AUDIT_COLUMNS.filter(({ isHeading }) => !isHeading);

/** The entries as cards, where a table has no room. */
export const AuditCards = memo(function AuditCards({ rows }: { rows: readonly AuditEntry[] }) {
  const t = useStaffT();
  return (
    <ul aria-label={t('auditTrail.table')} className={cards.cards}>
      {rows.map((entry) => (
        <li key={entry.id} data-row={entry.id} className={cards.card}>
          {HEADING.map(({ label, cell: Cell }) => (
            <h2 key={label} className={cards.heading}>
              <Cell entry={entry} />
            </h2>
          ))}
          <dl className={cards.fields}>
            {FIELDS.map(({ label, cell: Cell }) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>
                  <Cell entry={entry} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
});
