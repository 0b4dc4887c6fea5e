/**
 * Makes calls idempotent whose change is one statement, with its idempotency records and its audit entry. If the statement stores
 * nothing, reads find out why.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Statement } from '../../db/database';
import { reloadCaller, type Caller } from '../access';
import { actingValues, insertDoneEntry, refuseEndedSession, createDoneEvent } from '../audit';
import { createRecords, matchResponse, stillRunning } from './records';
import {
  deleteExpiredRecords,
  findRecord,
  type IdempotencyRecord,
  isLocked,
  prepareChange,
  type RunChange,
} from './repository';

/** How often the statement is tried: each time with another id, and after a request that was in its way. */
const ATTEMPTS = 5;

/**
 * Prepares a change as one statement, with its idempotency records and its audit entry.
 * @param actor whether it is a visitor's, or rests on the caller's session
 * @param isValid condition: the request is valid
 * @param change see `Change.change` in ./repository.ts
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
 * @param caller whose session the change rests on; null for a visitor's change
 * @param prepare prepares the statement that adds the record with this id
 * @param requireValid throws if the request is not valid: it is called if nothing was stored, and the request is no repeat
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
    const { key, same } = createRecords(request, id, caller?.accountId);
    const records = [...(key ? [key] : []), same];
    const change = await prepare(id);
    if (await tryStatement(request, caller, change, records, key?.name)) return change.response;
    if (key && (await isLocked(request.server.database.db, key.name))) throw stillRunning();
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

/** Also deletes expired records, which are in the statement's way. */
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
