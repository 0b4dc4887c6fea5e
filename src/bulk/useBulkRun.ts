import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useEvent, useRefresh } from 'react-admin';
import { type ApiError, toApiError } from '../api/ApiError';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import { type BulkBatch, type BulkRow, toRetry, toRows } from './bulkRun';

interface State {
  /** `waiting` before the start; `finished` when there is nothing to send, it was stopped, or a call failed. */
  readonly phase: 'waiting' | 'running' | 'stopping' | 'finished';
  /** The latest of each referral that was answered, by id. */
  readonly rows: ReadonlyMap<string, BulkRow>;
  /** The calls without an answer, in their order. */
  readonly left: readonly BulkBatch[];
  /** Why the first of those failed. */
  readonly error: ApiError | null;
}

const LOST = new Set(['network', 'timeout', 'unreadable']);

/**
 * Sends the calls of a change one after the other, until it is stopped or one fails. Nothing counts as done that was not answered;
 * a call that failed is sent again unchanged, so that its idempotency key keeps it from happening twice.
 */
export function useBulkRun(batches: readonly BulkBatch[], onFinished: (rows: BulkRow[]) => void) {
  const provider = useDataProvider<StaffDataProvider>();
  const refresh = useRefresh();
  const [state, setState] = useState<State>({
    phase: 'waiting',
    rows: new Map(),
    left: batches,
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
    const left = [...queue];
    let error: ApiError | null = null;
    setState({ phase: 'running', rows, left: queue, error });
    for (let batch = left[0]; batch && !isStopped.current; batch = left[0]) {
      try {
        const { data } = await provider.changeReferrals(batch.body);
        for (const row of toRows(batch, data)) rows.set(row.record.id, row);
        left.shift();
      } catch (failure) {
        error = toApiError(failure);
        break;
      }
      setState(({ phase }) => ({ phase, rows: new Map(rows), left: [...left], error: null }));
    }
    isRunning.current = false;
    setState({ phase: 'finished', rows: new Map(rows), left: [...left], error });
    refresh();
    if (isMounted.current) finish(allRows(batches, rows, left, error));
  };

  return {
    ...state,
    all: allRows(batches, state.rows, state.left, state.error),
    start: () => void send(batches, state.rows),
    /** Sends what is left, and once more what somebody else has changed. */
    retry: () => {
      const again = toRetry([...state.rows.values()], batches);
      void send([...state.left, ...again], state.rows);
    },
    /** Stops after the call that is under way. */
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
  left: readonly BulkBatch[],
  error: ApiError | null,
): BulkRow[] {
  // Of a refused call it is known that nothing was changed.
  const isLost = error !== null && (LOST.has(error.kind) || error.status >= 500);
  const lost = new Set(isLost ? left[0]?.records.map(({ id }) => id) : []);
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
