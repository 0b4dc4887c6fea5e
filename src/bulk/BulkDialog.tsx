import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useEvent, useNotify } from 'react-admin';
import { UNDO_WINDOW } from '../../contract/staffConstants';
import { CloseButton, Dialog, useSelect } from '../admin';
import type { StaffTextKey } from '../i18n/textKeys';
import { useStaffT } from '../i18n/useStaffT';
import { Button } from '../ui/Button';
import type { BulkJob } from './bulkJob';
import { useUndoBulk } from './bulkJob';
import { BulkProgress } from './BulkProgress';
import { BulkQuestion } from './BulkQuestion';
import { BulkResults } from './BulkResults';
import type { BulkRow } from './bulkRun';
import { useBulkEnding } from './useBulkEnding';
import { useBulkTexts } from './useBulkTexts';
import { useBulkRun } from './useBulkRun';

interface Props {
  readonly job: BulkJob;
  readonly onClose: () => void;
}

/** Asks before many referrals are changed, then shows the progress and the outcome of each. */
export function BulkDialog({ job, onClose }: Props) {
  const { change, isUndo } = job;
  const startsAtOnce = isUndo || job.isAsked === true;
  const t = useStaffT();
  const texts = useBulkTexts(job);
  const { onClosed, onFinished } = useOutcome(job, onClose);
  const ending = useBulkEnding(job);
  const { batches } = ending;
  const run = useBulkRun(batches, onFinished);
  const { phase, all, unsent, error } = run;
  const records = batches.flatMap((batch) => batch.records);
  const content = useFocusOfPhase(phase === 'stopping' ? 'running' : phase);

  const start = useEvent(run.start);
  useEffect(() => {
    if (startsAtOnce) start();
  }, [startsAtOnce, start]);

  if (phase === 'waiting' && !startsAtOnce) {
    return (
      <Dialog
        title={texts.question(records.length)}
        width="sm"
        role="alertdialog"
        onClose={onClose}
        actions={
          <>
            <Button
              variant={change.action === 'delete' ? 'danger' : 'primary'}
              onClick={() => ending.check() && run.start()}
            >
              {t(`bulk.confirm.${change.action}`)}
            </Button>
            <CloseButton>{t('bulk.cancel')}</CloseButton>
          </>
        }
      >
        <BulkQuestion change={change} records={records}>
          {ending.inputs}
        </BulkQuestion>
      </Dialog>
    );
  }

  const isStopping = phase === 'stopping';
  if (phase !== 'finished') {
    return (
      <Dialog
        title={t(isUndo ? 'bulk.undoing' : 'bulk.running')}
        width="sm"
        // The first close stops the run; a second one closes without waiting for the pending response.
        onClose={isStopping ? () => onClosed(all) : run.stop}
        actions={
          <Button variant="secondary" busy={isStopping} onClick={run.stop}>
            {t('bulk.stop')}
          </Button>
        }
      >
        <div ref={content} tabIndex={-1}>
          <BulkProgress
            done={records.length - unsent.reduce((sum, batch) => sum + batch.records.length, 0)}
            total={records.length}
            isStopping={isStopping}
          />
        </div>
      </Dialog>
    );
  }

  const canRetry = unsent.length > 0 || all.some(({ outcome }) => RETRIED.has(outcome));
  return (
    <Dialog
      title={t('bulk.results')}
      width="sm"
      onClose={() => onClosed(all)}
      actions={
        <>
          {canRetry && <Button onClick={run.retry}>{t('app.tryAgain')}</Button>}
          <CloseButton />
        </>
      }
    >
      <div ref={content} tabIndex={-1}>
        <BulkResults job={job} rows={all} error={error} />
      </div>
    </Dialog>
  );
}

const RETRIED: ReadonlySet<BulkRow['outcome']> = new Set(['stale', 'unknown']);
/** The referral now is as requested; one that already was counts as done. */
const SUCCEEDED: ReadonlySet<BulkRow['outcome']> = new Set(['done', 'unchanged']);
/** The referral stays selected, so that the person can try again. */
const UNFINISHED: ReadonlySet<BulkRow['outcome']> = new Set(['stale', 'unknown', 'unsent']);

/** Focuses the content of the next phase, as the focused button of the previous one disappears. */
function useFocusOfPhase(phase: string) {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    content.current?.focus();
  }, [phase]);
  return content;
}

/** Selects the referrals that are unfinished, and notifies of the outcome when the dialog closes. */
function useOutcome(job: BulkJob, onClose: () => void) {
  const { resource, change, isUndo } = job;
  const select = useSelect();
  const notify = useNotify();
  const undo = useUndoBulk();
  const texts = useBulkTexts(job);

  const onClosed = (rows: readonly BulkRow[]) => {
    // Before the notification: a dialog hides the page from screen readers.
    flushSync(onClose);
    const done = rows.filter(({ outcome }) => outcome === 'done');
    const isUndoable = change.action === 'status' && !isUndo && done.length > 0;
    if (!isUndoable) document.querySelector('h1')?.focus({ preventScroll: true });
    const succeeded = rows.filter(({ outcome }) => SUCCEEDED.has(outcome));
    const message = texts.done(succeeded.length);
    notify(message.key, {
      type: 'success',
      messageArgs: message.values,
      ...(isUndoable && {
        autoHideDuration: UNDO_WINDOW,
        action: { label: 'bulk.undo' satisfies StaffTextKey, onClick: () => undo(job, done) },
      }),
    });
  };
  const onFinished = (rows: readonly BulkRow[]) => {
    const unfinished = rows.filter(({ outcome }) => UNFINISHED.has(outcome));
    if (!isUndo) {
      select(
        resource,
        unfinished.map(({ record, result }) => ({
          ...record,
          ...(result?.version !== undefined && { version: result.version }),
        })),
      );
    }
    const isComplete = rows.every(({ outcome }) => SUCCEEDED.has(outcome));
    if (isComplete) onClosed(rows);
  };
  return { onClosed, onFinished };
}
