import { useListContext } from 'react-admin';
import { useStaffT } from '../../i18n/useStaffT';
import type { AuditListFilter } from '../../dataProvider/audit';
import styles from './AuditKinds.module.css';

const KINDS = [
  { what: undefined, label: 'auditTrail.changes' },
  { what: 'all', label: 'auditTrail.everything' },
] as const;

/** Changes and refusals alone, or everything, at one click; neither is pressed while single actions are chosen. */
export function AuditKinds() {
  const t = useStaffT();
  const { filterValues, setFilters } = useListContext();
  const { what: chosen, ...others } = filterValues as AuditListFilter;
  const shown = KINDS.find(({ what }) => what === chosen);
  return (
    <>
      {shown && <p className="paper-only">{t(shown.label)}</p>}
      <div
        role="group"
        aria-label={t('auditTrail.kinds')}
        className={`${styles.kinds} screen-only`}
      >
        {KINDS.map(({ what, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={chosen === what}
            className={styles.kind}
            onClick={() => setFilters({ ...others, ...(what && { what }) })}
          >
            {t(label)}
          </button>
        ))}
      </div>
    </>
  );
}
