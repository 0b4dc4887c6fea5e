import type { AnyCallName } from '../../../../../contract/calls';
import type { History } from '../../../../../contract/entities/history';
import { useStaffT, useValueText } from '../../../../i18n/useStaffT';
import { ShortTime } from './EventTime';
import { labelActors } from './HistoryList';
import styles from './HistoryList.module.css';

/** The calls that list referrals: they show a referral without opening it. */
const LISTS: readonly string[] = [
  'listReferrals',
  'filterReferrals',
  'listWorklist',
  'listHeld',
  'listDeleted',
] satisfies AnyCallName[];

/** How often the record was opened, and the latest reads, collapsed. */
export function HistoryReads({
  reads: { opened, latest },
}: {
  reads: NonNullable<History['reads']>;
}) {
  const t = useStaffT();
  const valueText = useValueText();
  const labels = labelActors(latest);
  const count =
    opened === 0 ? t('history.notOpened') : t('history.opened', { smart_count: opened });
  if (latest.length === 0) return <p className={styles.reads}>{count}</p>;
  // Before the first opening, all reads are lists that showed it; after it, an opening is meant.
  const last = opened === 0 ? latest[0] : latest.find(({ action }) => !LISTS.includes(action));
  const name = labels.get(last?.actor?.id ?? '') ?? t('history.nobody');
  const lastRead = t(opened === 0 ? 'history.lastListedFor' : 'history.lastReadBy', { name });
  return (
    <details className={styles.fold}>
      <summary>
        {last ? <span>{`${count}, ${lastRead} `}</span> : <span>{count}</span>}
        {last && <ShortTime at={last.at} />}
      </summary>
      <ol className={styles.events}>
        {latest.map(({ at, actor, action }) => (
          <li key={`${at} ${actor?.id} ${action}`}>
            <ShortTime at={at} />
            <p>
              <span>{valueText('auditActions', action)}</span>
              {actor && <span> </span>}
              {actor && (
                <span className={styles.actor}>
                  · <bdi>{labels.get(actor.id)}</bdi>
                </span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
