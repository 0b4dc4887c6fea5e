import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useEvent, useNotify } from 'react-admin';
import { UNDO_WINDOW } from '../../contract/constants';
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
import { useBulkTexts } from './useBulkTexts';
import { useBulkRun } from './useBulkRun';

interface Props {
  readonly job: BulkJob;
  readonly onClose: () => void;
}

/** Asks before many referrals are changed, shows the progress, and what became of each. */
export function BulkDialog({ job, onClose }: Props) {
  const { change, batches, isUndo } = job;
  const t = useStaffT();
  const texts = useBulkTexts(job);
  const tell = useOutcome(job, onClose);
  const run = useBulkRun(batches, tell.finished);
  const { phase, all, left, error } = run;
  const records = batches.flatMap((batch) => batch.records);
  const content = useFocusOfPhase(phase === 'stopping' ? 'running' : phase);

  const start = useEvent(run.start);
  useEffect(() => {
    if (isUndo) start();
  }, [isUndo, start]);

  if (phase === 'waiting' && !isUndo) {
    return (
      <Dialog
        title={texts.question(records.length)}
        width="sm"
        role="alertdialog"
        onClose={onClose}
        actions={
          <>
            <CloseButton>{t('bulk.cancel')}</CloseButton>
            <Button variant={change.action === 'delete' ? 'danger' : 'primary'} onClick={run.start}>
              {t(`bulk.confirm.${change.action}`)}
            </Button>
          </>
        }
      >
        <BulkQuestion action={change.action} records={records} />
      </Dialog>
    );
  }

  const isStopping = phase === 'stopping';
  if (phase !== 'finished') {
    return (
      <Dialog
        title={t(isUndo ? 'bulk.undoing' : 'bulk.running')}
        width="sm"
        // Leaving means to stop; once it stops, leaving need not wait for an answer that may never come.
        onClose={isStopping ? () => tell.closed(all) : run.stop}
        actions={
          <Button variant="secondary" busy={isStopping} onClick={run.stop}>
            {t('bulk.stop')}
          </Button>
        }
      >
        <div ref={content} tabIndex={-1}>
          <BulkProgress
            done={records.length - left.reduce((sum, batch) => sum + batch.records.length, 0)}
            total={records.length}
            isStopping={isStopping}
          />
        </div>
      </Dialog>
    );
  }

  const canRetry = left.length > 0 || all.some(({ outcome }) => RETRIED.has(outcome));
  return (
    <Dialog
      title={t('bulk.results')}
      width="sm"
      onClose={() => tell.closed(all)}
      actions={
        <>
          <CloseButton />
          {canRetry && <Button onClick={run.retry}>{t('app.tryAgain')}</Button>}
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
/** A referral that was as asked for before needs no words of its own. */
const AS_ASKED: ReadonlySet<BulkRow['outcome']> = new Set(['done', 'unchanged']);
/** Those that a person may want to change again. */
const OPEN: ReadonlySet<BulkRow['outcome']> = new Set(['stale', 'unknown', 'unsent']);

/** The buttons of one phase are gone in the next: its content takes the focus. */
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

/** Selects what is still to be changed, and tells of the outcome when the dialog closes. */
function useOutcome(job: BulkJob, onClose: () => void) {
  const { resource, change, isUndo } = job;
  const select = useSelect();
  const notify = useNotify();
  const undo = useUndoBulk();
  const texts = useBulkTexts(job);

  const closed = (rows: readonly BulkRow[]) => {
    // Before the notification: screen readers do not hear the page that a dialog covers.
    flushSync(onClose);
    const done = rows.filter(({ outcome }) => outcome === 'done');
    const isUndoable = change.action === 'status' && !isUndo && done.length > 0;
    if (!isUndoable) document.querySelector('h1')?.focus({ preventScroll: true });
    const asAsked = rows.filter(({ outcome }) => AS_ASKED.has(outcome));
    const message = texts.done(asAsked.length);
    notify(message.key, {
      type: 'success',
      messageArgs: message.values,
      ...(isUndoable && {
        autoHideDuration: UNDO_WINDOW,
        action: { label: 'bulk.undo' satisfies StaffTextKey, onClick: () => undo(job, done) },
      }),
    });
  };
  const finished = (rows: readonly BulkRow[]) => {
    const open = rows.filter(({ outcome }) => OPEN.has(outcome));
    if (!isUndo) {
      select(
        resource,
        open.map(({ record, result }) => ({
          ...record,
          ...(result?.version !== undefined && { version: result.version }),
        })),
      );
    }
    const isComplete = rows.every(({ outcome }) => AS_ASKED.has(outcome));
    if (isComplete) closed(rows);
  };
  return { closed, finished };
}
