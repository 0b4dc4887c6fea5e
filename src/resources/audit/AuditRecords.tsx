import type { AuditEntry, AuditRecord } from '../../../contract/entities/audit';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './AuditRows.module.css';

/** As many as stand in a row without being asked for. */
const IN_SIGHT = 3;

/** Whom an entry is about: the first at once, the others when asked for, and how many are not listed at all. */
export function AuditRecords({ entry: { records, recordCount } }: { entry: AuditEntry }) {
  const t = useStaffT();
  if (recordCount === 0) return <span className={styles.none}>{t('auditTrail.nobody')}</span>;
  const more = records.slice(IN_SIGHT);
  const unlisted = recordCount - records.length;
  return (
    <>
      <Names records={records.slice(0, IN_SIGHT)} />
      {more.length > 0 && (
        <details className={styles.more}>
          <summary>{t('auditTrail.more', { count: recordCount - IN_SIGHT })}</summary>
          <Names records={more} />
          {unlisted > 0 && <p>{t('auditTrail.unlisted', { count: unlisted })}</p>}
        </details>
      )}
    </>
  );
}

function Names({ records }: { records: readonly AuditRecord[] }) {
  const t = useStaffT();
  return (
    <ul className={styles.list}>
      {records.map(({ id, name, tracking_id }) => (
        <li key={id}>
          {name || t('auditTrail.unknownRecord')}
          {tracking_id && (
            <>
              {/* Outside of what must not be broken, so that the line may end here. */}{' '}
              <span className={styles.code}>{tracking_id}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
