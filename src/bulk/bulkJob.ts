import { useCanAccess, useStoreContext } from 'react-admin';
import { useSelectedRecords } from '../admin';
import { RESOURCES } from '../app/routes';
import { useFeature } from '../app/useFeature';
import { canSayNotReached } from '../endings/canSayNotReached';
import {
  type BulkBatch,
  type BulkChange,
  type BulkRecord,
  type BulkRow,
  toBatches,
  toUndoBatches,
} from './bulkRun';

/** Key in react-admin's store: the change that is being confirmed or made. */
export const BULK_JOB = 'bulkJob';

/** A change of many referrals of a list. */
export interface BulkJob {
  /** The resource of the list. */
  readonly resource: string;
  readonly change: BulkChange;
  /** Whether it undoes an earlier change, which needs no question. */
  readonly isUndo: boolean;
  /** Whether the person was asked about it before: it starts at once. */
  readonly isAsked?: boolean;
  readonly batches: readonly BulkBatch[];
  /** For how many of the referrals 'Could not be reached' comes too early. */
  readonly tooEarly?: number;
}

/** Whether the person can change many referrals at once, with this server. */
export function useOffersBulk(): boolean {
  const { canAccess = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'changeMany',
  });
  return useFeature('bulk') && canAccess;
}

/** The selected referrals of the list in context. */
export const useSelectedReferrals = () => useSelectedRecords() as unknown as readonly BulkRecord[];

/** Returns a function that asks about a change of many referrals, and makes it if confirmed (BulkDialogHost). */
export function useStartBulk(): (
  resource: string,
  change: BulkChange,
  records: readonly BulkRecord[],
  isAsked?: boolean,
) => void {
  const store = useStoreContext();
  return (resource, change, records, isAsked = false) => {
    const batches = toBatches(change, records);
    const tooEarly = records.filter(({ contact }) => !canSayNotReached(contact).isOffered).length;
    store.setItem<BulkJob>(BULK_JOB, {
      resource,
      change,
      isUndo: false,
      isAsked,
      batches,
      tooEarly,
    });
  };
}

/** Returns a function that undoes a change of status. */
export function useUndoBulk(): (job: BulkJob, rows: readonly BulkRow[]) => void {
  const store = useStoreContext();
  return (job, rows) => {
    store.setItem<BulkJob>(BULK_JOB, { ...job, isUndo: true, batches: toUndoBatches(rows) });
  };
}
