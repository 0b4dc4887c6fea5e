import type { ApiError } from '../api/ApiError';
import type { StaffTextKey } from '../i18n/textKeys';
import { useStaffT, useValueText } from '../i18n/useStaffT';
import { FailureText } from '../ui/FailureText';
import { ProblemMessage } from '../ui/Message';
import styles from './bulk.module.css';
import type { BulkJob } from './bulkJob';
import type { BulkRow } from './bulkRun';
import { useBulkTexts, useCountValues } from './useBulkTexts';

interface Props {
  readonly job: BulkJob;
  readonly rows: readonly BulkRow[];
  readonly error: ApiError | null;
}

const DETAILS: Readonly<Record<string, StaffTextKey>> = { 'Not Found': 'bulk.ownersFailed' };

/** The outcome: how many referrals were changed, and each that was not, with the reason. */
export function BulkResults({ job, rows, error }: Props) {
  const t = useStaffT();
  const texts = useBulkTexts(job);
  const counted = useCountValues();
  const count = (...outcomes: BulkRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  // An unchanged referral was already as requested: it counts as done.
  const done = texts.done(count('done', 'unchanged'));
  const failed = rows.filter(({ outcome }) => outcome === 'stale' || outcome === 'missing');
  const [unknown, unsent] = [count('unknown'), count('unsent')];
  return (
    <div className={styles.parts}>
      <p>{t(done.key, done.values)}</p>
      {error && (
        <ProblemMessage>
          <FailureText<StaffTextKey> error={error} failed="bulk.failed" details={DETAILS} />
        </ProblemMessage>
      )}
      {failed.length > 0 && (
        <div>
          <p>{t('bulk.notChanged', counted(failed.length))}</p>
          <ul className={styles.failed}>
            {failed.map((row) => (
              <FailedRow key={row.record.id} row={row} job={job} />
            ))}
          </ul>
          {count('stale') > 0 && <p className={styles.hint}>{t('bulk.staleHint')}</p>}
        </div>
      )}
      {unknown > 0 && <p>{t('bulk.unknown', counted(unknown))}</p>}
      {unsent > 0 && <p>{t('bulk.unsent', counted(unsent))}</p>}
    </div>
  );
}

function FailedRow({ row, job }: { row: BulkRow; job: BulkJob }) {
  const { record, outcome, result } = row;
  const t = useStaffT();
  const valueText = useValueText();
  const { action } = job.change;
  const reason = () => {
    if (outcome === 'missing') {
      const isHeld = action === 'release' || action === 'delete';
      return t(isHeld ? 'bulk.reasons.missingHeld' : 'bulk.reasons.missing');
    }
    const now = action === 'status' ? result?.from : undefined;
    return now
      ? t('bulk.reasons.staleNow', { now: valueText('referralStatus', now) })
      : t('bulk.reasons.stale');
  };
  return (
    <li>
      <strong>
        <bdi>{`${record.first_name} ${record.last_name}`}</bdi>
      </strong>
      <span>{reason()}</span>
    </li>
  );
}
