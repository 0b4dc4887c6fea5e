/**
 * Idempotent calls in one statement: it makes the change, and writes the idempotency records and the audit entry. If it stores
 * nothing, further statements find the reason.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Statement } from '../../db/database';
import { reloadCaller, type Caller } from '../access';
import { actingValues, insertDoneEntry, refuseEndedSession, createDoneEvent } from '../audit';
import { createRecords, matchResponse, stillRunning } from './requestRecords';
import {
  deleteExpiredRecords,
  findRecord,
  type IdempotencyRecord,
  isLocked,
  prepareChange,
  type RunChange,
} from './idempotencyRecords';

/**
 * Maximum number of attempts, each with another id. Retries follow a conflict with another request, or with expired records.
 */
const ATTEMPTS = 5;

/**
 * Prepares a change as one statement, with its idempotency records and its audit entry.
 * @param actor whether a visitor makes the change, or the caller's session
 * @param isValid condition: the request is valid
 * @param change see `Change.change` in ./idempotencyRecords.ts
 */
export const prepareIdempotentChange = (
  actor: 'visitor' | 'session',
  isValid: Statement,
  change: Statement,
): RunChange =>
  prepareChange({
    isValid,
    change,
    insertEntry: (recordIds, from) => insertDoneEntry(actor, recordIds, from),
  });

/** The change of one attempt. */
interface Attempt<Result> {
  readonly run: RunChange;
  readonly values: Readonly<Record<string, unknown>>;
  readonly response: Result;
}

/**
 * Runs a call that adds something by one statement, or returns the stored response if the request is a repeat.
 * @param caller the caller whose session makes the change; null for a visitor
 * @param prepare prepares the statement that adds the record with this id
 * @param requireValid throws if the request is invalid; called if nothing was stored and the request is not a repeat
 * @throws RefusedError with status 409 if the key was used with other content, or its first request is still running
 * @throws UnauthorizedError if the caller's session has ended since the request began
 */
export async function addIdempotently<Result>(
  request: FastifyRequest,
  caller: Caller | null,
  prepare: (id: string) => Promise<Attempt<Result>>,
  requireValid: () => Promise<unknown>,
): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const id = randomUUID();
    const { byKey, byContent } = createRecords(request, id, caller?.accountId);
    const records = [...(byKey ? [byKey] : []), byContent];
    const change = await prepare(id);
    if (await tryStatement(request, caller, change, records, byKey?.name)) return change.response;
    if (byKey && (await isLocked(request.server.database.db, byKey.name))) throw stillRunning();
    if (caller) await reloadCaller(request);
    const stored = await findStoredResponse(request, records);
    if (stored !== null) return JSON.parse(stored) as Result;
    await requireValid();
  }
  throw new Error('The statement stored nothing, and no reason was found');
}

/** @returns whether the change was made; if not, nothing was stored */
async function tryStatement<Result>(
  request: FastifyRequest,
  caller: Caller | null,
  { run, values, response }: Attempt<Result>,
  records: readonly IdempotencyRecord[],
  lock: string | undefined,
): Promise<boolean> {
  const answer = JSON.stringify(response);
  const { database, runChange } = request.server;
  return runChange(async (isAlone) => {
    const isUnflushed = !isAlone;
    const acting = caller && actingValues(request, caller);
    const entry = await refuseEndedSession(
      run(database.db, {
        records: records.map((record) => ({ ...record, answer })),
        lock: lock ?? null,
        values: { ...values, ...createDoneEvent(request), ...acting, isUnflushed },
      }),
    );
    if (isUnflushed) request.unflushedEntry = entry;
    return entry !== null;
  });
}

/** Also deletes expired records, which conflict with the insert of new ones. */
async function findStoredResponse(
  request: FastifyRequest,
  records: readonly IdempotencyRecord[],
): Promise<string | null> {
  const { db } = request.server.database;
  for (const record of records) {
    const stored = await findRecord(db, record.name);
    if (stored) return matchResponse(stored, record);
  }
  await deleteExpiredRecords(
    db,
    records.map(({ name }) => name),
  );
  return null;
}
