/** The fields of an audit entry, from RecordContext. */
import BlockIcon from '@mui/icons-material/Block';
import ExpandIcon from '@mui/icons-material/ChevronRight';
import { Fragment, useContext, useMemo } from 'react';
import { ListContext, useRecordContext } from 'react-admin';
import type { AuditEntry, AuditRecord } from '../../../contract/entities/audit';
import { DateField, usePrinting } from '../../admin';
import tag from '../../admin/field/tag.module.css';
import { formatTimeRange } from '../../i18n/format';
import { useLanguage } from '../../i18n/I18nProvider';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { labelAccounts } from '../accountLabels';
import { useOpenRuns } from './AuditRows';
import { type AuditRow, isOpenedRead, isRun, type ReadRun } from './auditRuns';
import styles from './AuditList.module.css';

/** Records that a row lists without being expanded: rows are as high as those of other lists. */
const COLLAPSED_COUNT = 1;

/** The labels of the page's actors, by id (see `labelAccounts`). */
export function useActorLabels(): ReadonlyMap<string, string> {
  const entries = useContext(ListContext)?.data as readonly AuditEntry[] | undefined;
  return useMemo(() => {
    const actors = (entries ?? []).flatMap(({ actor }) => (actor?.fullname ? [actor] : []));
    return labelAccounts([...new Map(actors.map((actor) => [actor.id, actor])).values()]);
  }, [entries]);
}

export function ActorField() {
  const t = useStaffT();
  const entry = useRecordContext<AuditEntry>();
  const labels = useActorLabels();
  if (!entry?.actor) return <span>{t('auditTrail.visitor')}</span>;
  const { id, fullname, username } = entry.actor;
  return fullname ? (
    <bdi title={username}>{labels.get(id) ?? fullname}</bdi>
  ) : (
    <span>{t('auditTrail.unknownAccount')}</span>
  );
}

/** When it happened; of a run of reads from when to when. */
export function WhenField() {
  const { language } = useLanguage();
  const row = useRecordContext<AuditRow>();
  const oldest = isRun(row) ? row.reads.at(-1)?.at : undefined;
  if (!row || !oldest) return <DateField source="at" showTime />;
  return <time dateTime={row.at}>{formatTimeRange(oldest, row.at, language)}</time>;
}

/** What was done; for a run of reads their number, as a button that opens it. */
export function ActionField() {
  const t = useStaffT();
  const valueText = useValueText();
  const row = useRecordContext<AuditRow>();
  const { open, toggle } = useOpenRuns();
  if (isRun(row)) {
    const isOpen = open.has(row.id);
    return (
      <button
        type="button"
        aria-expanded={isOpen}
        className={styles.run}
        onClick={() => toggle(row.id)}
      >
        <ExpandIcon fontSize="inherit" className={isOpen ? styles.open : undefined} />
        <span>{t('auditTrail.reads', { smart_count: row.reads.length })}</span>
      </button>
    );
  }
  return (
    <span className={isOpenedRead(row) ? styles.read : undefined}>
      {valueText('auditActions', row?.action ?? '')}
    </span>
  );
}

/** By icon and word, not by colour alone. */
export function OutcomeField() {
  const t = useStaffT();
  const isDone = useRecordContext<AuditEntry>()?.outcome === 'done';
  // Nearly all are done: only what was refused stands out.
  if (isDone) return <span className={styles.done}>{t('auditTrail.done')}</span>;
  return (
    <span className={tag.warning}>
      <BlockIcon fontSize="inherit" />
      <span>{t('auditTrail.refused')}</span>
    </span>
  );
}

/** An IP address, which may wrap after a colon: one of IPv6 is a very long word. */
export function AddressField() {
  const [first, ...others] = useRecordContext<AuditEntry>()?.ip.split(':') ?? [];
  return (
    <bdi className={styles.address}>
      <span>{first}</span>
      {others.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts have no other key, and never move
        <Fragment key={index}>
          <span>:</span>
          <wbr />
          <span>{part}</span>
        </Fragment>
      ))}
    </bdi>
  );
}

/** The records that an entry concerns: the first ones, the others on demand and on paper, and how many are not listed. */
export function RecordsField() {
  const t = useStaffT();
  const isPrinting = usePrinting();
  const row = useRecordContext<AuditRow>();
  const { records = [], recordCount = 0, refusals } = row ?? {};
  if (isRun(row)) return <RunRecords run={row} />;
  if (refusals) return <span>{t('auditTrail.refusals', { smart_count: refusals })}</span>;
  if (recordCount === 0) return <span className={styles.none}>{t('auditTrail.nobody')}</span>;
  const more = records.slice(COLLAPSED_COUNT);
  const unlisted = recordCount - records.length;
  const unlistedNote = unlisted > 0 && (
    <p className={styles.unlisted}>{t('auditTrail.unlisted', { count: unlisted })}</p>
  );
  return (
    <div className={styles.records}>
      <RecordNames records={isPrinting ? records : records.slice(0, COLLAPSED_COUNT)} />
      {more.length > 0 && (
        <details className={`${styles.more} screen-only`}>
          <summary>{t('auditTrail.more', { count: recordCount - COLLAPSED_COUNT })}</summary>
          <RecordNames records={more} />
          {unlistedNote}
        </details>
      )}
      {isPrinting && unlistedNote}
    </div>
  );
}

/** Some of the records that a run of reads concerns; each read of it lists its own. */
function RunRecords({ run: { records, recordCount } }: { run: ReadRun }) {
  const t = useStaffT();
  if (records.length === 0) return <span className={styles.none}>{t('auditTrail.nobody')}</span>;
  const count = records.length - COLLAPSED_COUNT;
  const isCut = recordCount > records.length;
  return (
    <div className={styles.records}>
      <RecordNames records={records.slice(0, COLLAPSED_COUNT)} />
      {(isCut || count > 0) && (
        <span className={styles.none}>
          {isCut ? t('auditTrail.andOthers') : t('auditTrail.more', { count })}
        </span>
      )}
    </div>
  );
}

function RecordNames({ records }: { records: readonly AuditRecord[] }) {
  const t = useStaffT();
  return (
    <ul className={styles.list}>
      {records.map(({ id, name, tracking_id }) => (
        <li key={id}>
          {name ? <bdi>{name}</bdi> : <span>{t('auditTrail.unknownRecord')}</span>}
          {tracking_id && (
            <>
              {/* Outside the unbroken element, so that the line can wrap here. */}
              <span> </span>
              <span className={styles.code}>{tracking_id}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** An entry of the log, or a run of reads, in a narrow window. */
export function CompactAuditRow() {
  const row = useRecordContext<AuditRow>();
  const isDone = row?.outcome === 'done';
  const isAboutSomebody = Boolean(row?.recordCount || row?.refusals);
  return (
    <div>
      <div className={styles.first}>
        <h2 className={styles.action}>
          <ActionField />
        </h2>
        {!isDone && <OutcomeField />}
      </div>
      <p className={styles.line}>
        <WhenField />
        <span>·</span>
        <ActorField />
      </p>
      <div className={styles.line}>
        {isAboutSomebody && (
          <>
            <RecordsField />
            <span>·</span>
          </>
        )}
        <AddressField />
      </div>
    </div>
  );
}
