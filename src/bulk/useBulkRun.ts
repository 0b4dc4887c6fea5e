import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useEvent, useRefresh } from 'react-admin';
import { type ApiError, toApiError } from '../api/ApiError';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import { type BulkBatch, type BulkRow, toRetryBatches, toRows } from './bulkRun';

interface State {
  /** `waiting` before the start; `finished` when there is nothing to send, it was stopped, or a call failed. */
  readonly phase: 'waiting' | 'running' | 'stopping' | 'finished';
  /** The latest outcome of each referral for which there is a response, by id. */
  readonly rows: ReadonlyMap<string, BulkRow>;
  /** The calls without an answer, in their order. */
  readonly unsent: readonly BulkBatch[];
  /** Why the first of those failed. */
  readonly error: ApiError | null;
}

const LOST = new Set(['network', 'timeout', 'unreadable']);

/**
 * Sends the calls of a change one after the other, until it is stopped or one fails. Only referrals in a response count as
 * done. A failed call is retried unchanged, so that its idempotency key prevents a second change.
 */
export function useBulkRun(batches: readonly BulkBatch[], onFinished: (rows: BulkRow[]) => void) {
  const provider = useDataProvider<StaffDataProvider>();
  const refresh = useRefresh();
  const [state, setState] = useState<State>({
    phase: 'waiting',
    rows: new Map(),
    unsent: batches,
    error: null,
  });
  const isStopped = useRef(false);
  const isRunning = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    isStopped.current = false;
    return () => {
      isMounted.current = false;
      // The results of further batches could not be shown.
      isStopped.current = true;
    };
  }, []);
  const finish = useEvent(onFinished);

  const send = async (queue: readonly BulkBatch[], known: ReadonlyMap<string, BulkRow>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    isStopped.current = false;
    const rows = new Map(known);
    const unsent = [...queue];
    let error: ApiError | null = null;
    setState({ phase: 'running', rows, unsent: queue, error });
    for (let batch = unsent[0]; batch && !isStopped.current; batch = unsent[0]) {
      try {
        const { data } = await provider.changeReferrals(batch.body);
        for (const row of toRows(batch, data)) rows.set(row.record.id, row);
        unsent.shift();
      } catch (failure) {
        error = toApiError(failure);
        break;
      }
      setState(({ phase }) => ({ phase, rows: new Map(rows), unsent: [...unsent], error: null }));
    }
    isRunning.current = false;
    setState({ phase: 'finished', rows: new Map(rows), unsent: [...unsent], error });
    refresh();
    if (isMounted.current) finish(allRows(batches, rows, unsent, error));
  };

  return {
    ...state,
    all: allRows(batches, state.rows, state.unsent, state.error),
    start: () => void send(batches, state.rows),
    /** Sends the unsent calls, and once more what somebody else has changed. */
    retry: () => {
      const retried = toRetryBatches([...state.rows.values()], batches);
      void send([...state.unsent, ...retried], state.rows);
    },
    /** Stops after the pending call. */
    stop: () => {
      isStopped.current = true;
      setState((before) => ({ ...before, phase: 'stopping' }));
    },
  };
}

/** A row for each referral of the calls, in their order. */
function allRows(
  batches: readonly BulkBatch[],
  rows: ReadonlyMap<string, BulkRow>,
  unsent: readonly BulkBatch[],
  error: ApiError | null,
): BulkRow[] {
  // A refused call has changed nothing.
  const isLost = error !== null && (LOST.has(error.kind) || error.status >= 500);
  const lost = new Set(isLost ? unsent[0]?.records.map(({ id }) => id) : []);
  return batches.flatMap(({ records }) =>
    records.map(
      (record): BulkRow =>
        (!lost.has(record.id) && rows.get(record.id)) || {
          record,
          outcome: lost.has(record.id) ? 'unknown' : 'unsent',
        },
    ),
  );
}
