/** The fields of an audit entry, from RecordContext. */
import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import { Fragment, useContext, useMemo } from 'react';
import { ListContext, useRecordContext } from 'react-admin';
import type { AuditEntry, AuditRecord } from '../../../contract/entities/audit';
import { usePrinting } from '../../admin';
import tag from '../../admin/field/tag.module.css';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { labelAccounts } from '../accountLabels';
import styles from './AuditList.module.css';

/** Records that a row lists without being expanded. */
const COLLAPSED_COUNT = 3;

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

export function ActionField() {
  const valueText = useValueText();
  const action = useRecordContext<AuditEntry>()?.action ?? '';
  return <span>{valueText('auditActions', action)}</span>;
}

/** By icon and word, not by colour alone. */
export function OutcomeField() {
  const t = useStaffT();
  const isDone = useRecordContext<AuditEntry>()?.outcome === 'done';
  const Icon = isDone ? CheckIcon : BlockIcon;
  return (
    <span className={isDone ? tag.success : tag.warning}>
      <Icon fontSize="inherit" />
      <span>{t(isDone ? 'auditTrail.done' : 'auditTrail.refused')}</span>
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
  const { records = [], recordCount = 0, refusals } = useRecordContext<AuditEntry>() ?? {};
  if (refusals) return <span>{t('auditTrail.refusals', { smart_count: refusals })}</span>;
  if (recordCount === 0) return <span className={styles.none}>{t('auditTrail.nobody')}</span>;
  const more = records.slice(COLLAPSED_COUNT);
  const unlisted = recordCount - records.length;
  const unlistedNote = unlisted > 0 && (
    <p className={styles.unlisted}>{t('auditTrail.unlisted', { count: unlisted })}</p>
  );
  return (
    <>
      <RecordNames records={isPrinting ? records : records.slice(0, COLLAPSED_COUNT)} />
      {more.length > 0 && (
        <details className={`${styles.more} screen-only`}>
          <summary>{t('auditTrail.more', { count: recordCount - COLLAPSED_COUNT })}</summary>
          <RecordNames records={more} />
          {unlistedNote}
        </details>
      )}
      {isPrinting && unlistedNote}
    </>
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
