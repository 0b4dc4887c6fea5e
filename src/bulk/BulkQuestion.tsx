import { ENDED_STATUS } from '../../contract/staffConstants';
import type { Elements } from '../app/elements';
import { useFeature } from '../app/useFeature';
import { useStaffT } from '../i18n/useStaffT';
import styles from './bulk.module.css';
import type { BulkJob } from './bulkJob';
import type { BulkRecord } from './bulkRun';
import { useCountValues } from './useBulkTexts';

/** Names shown without a click. */
const FIRST = 3;

interface Props {
  readonly change: BulkJob['change'];
  readonly records: readonly BulkRecord[];
  /** What the change asks for. */
  readonly children?: Elements;
}

/** The people whom a change concerns, what it asks for, and its consequences. */
export function BulkQuestion({ change: { action, status }, records, children }: Props) {
  const t = useStaffT();
  const hasConsents = useFeature('consents');
  const counted = useCountValues();
  const canPutBack = useFeature('deleted');
  // One more name takes no more room than the text that would replace it.
  const shown = records.length === FIRST + 1 ? records.length : FIRST;
  const more = records.slice(shown);
  return (
    <div className={styles.parts}>
      <ul className={styles.names} aria-label={t('bulk.whom')}>
        {records.slice(0, shown).map((record) => (
          <Name key={record.id} record={record} />
        ))}
      </ul>
      {more.length > 0 && (
        <details className={styles.more}>
          <summary>{t('bulk.more', counted(more.length))}</summary>
          <ul className={styles.names}>
            {more.map((record) => (
              <Name key={record.id} record={record} />
            ))}
          </ul>
        </details>
      )}
      {children}
      {hasConsents && status === ENDED_STATUS && (
        <p className={styles.hint}>{t('bulk.hints.reads')}</p>
      )}
      {action !== 'owner' && (
        <p className={styles.hint}>
          {t(`bulk.hints.${action === 'delete' && canPutBack ? 'deletePutBack' : action}`)}
        </p>
      )}
    </div>
  );
}

function Name({ record: { first_name, last_name } }: { record: BulkRecord }) {
  return (
    <li>
      <bdi>{`${first_name} ${last_name}`}</bdi>
    </li>
  );
}
