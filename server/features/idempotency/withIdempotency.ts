/**
 * Makes calls that add something idempotent: a double click, a reload during the request, a lost response or a retry after a
 * crash adds only once. The response is stored in the same transaction as the change, so neither exists without the other.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database';
import { reloadCaller } from '../access';
import { createRecords, DEFAULT_RESPONSE, matchResponse, stillRunning } from './requestRecords';
import {
  deleteRecordsOf,
  findRecord,
  type IdempotencyRecord,
  insertIfAbsent,
  setResponse,
  tryLock,
} from './idempotencyRecords';

interface Options {
  /**
   * Whether only the key identifies a repeat, and not the content: for calls that change records, which may have been changed
   * back in between.
   */
  readonly isByKeyOnly?: boolean;
  /** Whether the change requires the caller's session, if there is one. False if visitors may make the change, too. */
  readonly restsOnSession?: boolean;
}

/**
 * Runs a call that adds something, or returns the stored response if the request is a repeat. Refused calls store nothing.
 * @param perform makes the change, with the given id for the new record, and writes the audit entry in its last statement: a
 *   repeat is not audited
 * @throws RefusedError with status 409 if the key was used with other content, or its first request is still running
 * @throws UnauthorizedError if the request is a repeat, and the caller's session has ended since it began
 */
export async function withIdempotency<Result>(
  request: FastifyRequest,
  perform: (tx: Database, id: string) => Promise<Result>,
  { isByKeyOnly = false, restsOnSession = true }: Options = {},
): Promise<Result> {
  const { db } = request.server.database;
  const id = randomUUID();
  const caller = await request.caller();
  const { byKey, byContent } = createRecords(request, id, caller?.accountId);
  const records = [...(byKey ? [byKey] : []), ...(isByKeyOnly ? [] : [byContent])];

  return db.transaction(async (tx) => {
    if (byKey && !(await tryLock(tx, byKey.name))) throw stillRunning();
    const stored: string[] = [];
    let existing: IdempotencyRecord | undefined;
    for (const record of records) {
      if (await insertIfAbsent(tx, record)) stored.push(record.name);
      else existing ??= record;
      if (existing) break;
    }
    if (existing && caller && restsOnSession) await reloadCaller(request, tx);
    const response = existing
      ? await requireStoredResponse(tx, existing)
      : JSON.stringify(await perform(tx, id));
    if (response !== DEFAULT_RESPONSE && stored.length > 0) await setResponse(tx, stored, response);
    return JSON.parse(response) as Result;
  });
}

/** Deletes the idempotency records of changed or deleted records, so that the same content can be added again. */
export function clearIdempotency(tx: Database, ...recordIds: string[]): Promise<void> {
  return deleteRecordsOf(tx, recordIds);
}

async function requireStoredResponse(db: Database, expected: IdempotencyRecord): Promise<string> {
  const stored = await findRecord(db, expected.name);
  if (!stored) throw new Error('The idempotency record expired within its transaction');
  return matchResponse(stored, expected);
}
