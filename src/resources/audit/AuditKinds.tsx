import { useListContext } from 'react-admin';
import type { PageMeta } from '../../admin';
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
  return (
    <div role="group" aria-label={t('auditTrail.kinds')} className={styles.kinds}>
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
  );
}

/** Which kind a printed page shows. */
export function KindOnPaper() {
  const t = useStaffT();
  const { what: chosen }: AuditListFilter = (useListContext().meta as PageMeta).filter;
  const shown = KINDS.find(({ what }) => what === chosen);
  return shown ? <p className="paper-only">{t(shown.label)}</p> : null;
}
