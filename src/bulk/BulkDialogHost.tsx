import { useStore } from 'react-admin';
import { lazyComponent } from '../app/lazyComponent';
import { ErrorBoundary } from '../frame/ErrorPage';
import { BulkDialogError } from './BulkErrors';
import { BULK_JOB, type BulkJob } from './bulkJob';

/** Lazy, as most visits change nothing in bulk. */
const BulkDialog = lazyComponent(async () => (await import('./BulkDialog')).BulkDialog, null);

/**
 * The dialog of a change of many referrals. It is part of the layout, as a change can be undone for a while also after its list was
 * left.
 */
export function BulkDialogHost() {
  const [job, setJob] = useStore<BulkJob | null>(BULK_JOB, null);
  if (!job) return null;
  const key = `${job.isUndo} ${job.batches[0]?.records[0]?.id}`;
  // A boundary of its own: the page below may hold input.
  return (
    <ErrorBoundary key={key} fallback={BulkDialogError}>
      <BulkDialog job={job} onClose={() => setJob(null)} />
    </ErrorBoundary>
  );
}
