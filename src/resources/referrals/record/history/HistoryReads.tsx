import type { History } from '../../../../../contract/entities/history';
import { useStaffT, useValueText } from '../../../../i18n/useStaffT';
import { EventTime, labelActors } from './HistoryList';
import styles from './HistoryList.module.css';

/** How often the record was opened, and the latest reads, collapsed. */
export function HistoryReads({
  reads: { opened, latest },
}: {
  reads: NonNullable<History['reads']>;
}) {
  const t = useStaffT();
  const valueText = useValueText();
  const [last] = latest;
  const labels = labelActors(latest);
  const count =
    opened === 0 ? t('history.notOpened') : t('history.opened', { smart_count: opened });
  if (!last) return <p className={styles.reads}>{count}</p>;
  const lastReadBy = t('history.lastReadBy', {
    name: labels.get(last.actor?.id ?? '') ?? t('history.nobody'),
  });
  return (
    <details className={styles.fold}>
      <summary>
        <span>{`${count}, ${lastReadBy} `}</span>
        <EventTime at={last.at} />
      </summary>
      <ol className={styles.events}>
        {latest.map(({ at, actor, action }) => (
          <li key={`${at} ${actor?.id} ${action}`}>
            <EventTime at={at} />
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
