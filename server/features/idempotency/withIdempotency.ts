/**
 * Makes calls that add something idempotent: a double click, a reload during the request, a lost response or a retry after a
 * crash adds only once. The response is stored in the same transaction as the change, so neither exists without the other.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database';
import { reloadCaller } from '../access';
import { createRecords, DEFAULT_RESPONSE, matchResponse, stillRunning } from './records';
import {
  deleteRecordsOf,
  findRecord,
  type IdempotencyRecord,
  insertIfAbsent,
  setResponse,
  tryLock,
} from './repository';

interface Options {
  /**
   * Whether the same content without the same key is another request, not a repeat: it changes records, which may have been changed
   * back since.
   */
  readonly isByKeyOnly?: boolean;
  /** Whether the change rests on the caller's session, if there is one; not if a visitor may make it, too. */
  readonly restsOnSession?: boolean;
}

/**
 * Runs a call that adds something, or returns the stored response if the request is a repeat. Refused calls store nothing.
 * @param perform makes the change, using the given id for the new record. It also writes the audit entry, as its last
 * statement, because a repeat is not audited.
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
  const { key, same } = createRecords(request, id, caller?.accountId);
  const records = [...(key ? [key] : []), ...(isByKeyOnly ? [] : [same])];

  return db.transaction(async (tx) => {
    if (key && !(await tryLock(tx, key.name))) throw stillRunning();
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
