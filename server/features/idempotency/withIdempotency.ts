/**
 * Makes calls that add something idempotent: a double click, a reload during the request, a lost response or a retry after a
 * crash adds only once. The response is stored in the same transaction as the change, so neither exists without the other.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database, Statement } from '../../db/database';
import { ConflictError, RefusedError } from '../../plugins/errors';
import { getClientAddress, toNetwork } from '../limits/network';
import { createDoneEvent, insertDoneEntry } from '../audit/entries';
import {
  type RunChange,
  deleteRecordsOf,
  findRecord,
  type IdempotencyRecord,
  setResponse,
  insertIfAbsent,
  prepareChange,
  tryLock,
} from './repository';

/** Seconds for which an idempotency key returns the stored response. */
const KEY_LIFETIME = 24 * 60 * 60;
/** Seconds for which the same content from the same sender counts as a repeat, without a key or with another one. */
const DUPLICATE_WINDOW = 120;

/** The response of most calls. Any other response costs one more statement. */
const DEFAULT_RESPONSE = JSON.stringify({ detail: 'ok' });

/**
 * Prepares a change as one statement, with its idempotency records and its audit entry.
 * @param isValid condition: the request is valid
 * @param change see `Change.change` in the repository
 */
export const prepareIdempotentChange = (isValid: Statement, change: Statement): RunChange =>
  prepareChange({ isValid, change, insertEntry: insertDoneEntry });

/** A change as one statement. It makes exactly the change that `perform` makes, if nothing stands in its way. */
export interface ChangeStatement<Result> {
  /** The account that acts; null for a visitor. */
  readonly actorId: string | null;
  readonly run: RunChange;
  readonly values: Readonly<Record<string, unknown>>;
  readonly response: Result;
}

/**
 * Runs a call that adds something, or returns the stored response if the request is a repeat. Refused calls store nothing.
 * @param perform makes the change, using the given id for the new record. It also writes the audit entry, as its last
 * statement, because a repeat is not audited.
 * @param options.ignoresCaller whether the sender counts as a visitor even when signed in: a session may begin or end between
 * a request and its repeat
 * @param options.isByKeyOnly whether the same content without the same key is another request, not a repeat: it changes records,
 * which may have been changed back since
 * @param options.statement the change as one statement, which is tried first: repeats and refusals are left to `perform`. Null if
 * it takes several.
 * @throws RefusedError with status 409 if the key was used with other content, or its first request is still running
 */
export async function withIdempotency<Result>(
  request: FastifyRequest,
  perform: (tx: Database, id: string) => Promise<Result>,
  {
    ignoresCaller = false,
    isByKeyOnly = false,
    statement,
  }: {
    ignoresCaller?: boolean;
    isByKeyOnly?: boolean;
    statement?: (id: string) => Promise<ChangeStatement<Result> | null>;
  } = {},
): Promise<Result> {
  const { db } = request.server.database;
  const id = randomUUID();
  // The schema refused the request, so `perform` adds nothing.
  if (request.validationError) return db.transaction((tx) => perform(tx, id));
  const account = ignoresCaller ? undefined : (await request.caller())?.accountId;
  const { key, same } = createRecords(request, id, account);
  const records = [...(key ? [key] : []), ...(isByKeyOnly ? [] : [same])];

  const change = await statement?.(id);
  if (change && (await tryStatement(request, change, records, key))) return change.response;

  return db.transaction(async (tx) => {
    if (key && !(await tryLock(tx, key.name))) throw stillRunning();
    const stored: string[] = [];
    let existing: IdempotencyRecord | undefined;
    for (const record of records) {
      if (await insertIfAbsent(tx, record)) stored.push(record.name);
      else existing ??= record;
      if (existing) break;
    }
    const response = existing
      ? await findStoredResponse(tx, existing)
      : JSON.stringify(await perform(tx, id));
    if (response !== DEFAULT_RESPONSE && stored.length > 0) await setResponse(tx, stored, response);
    return JSON.parse(response) as Result;
  });
}

/**
 * Makes a change, stores its response and writes its audit entry in one statement, if the request is valid and no repeat.
 * @returns whether the change was made; if not, nothing was stored
 */
async function tryStatement<Result>(
  request: FastifyRequest,
  { actorId, run, values, response }: ChangeStatement<Result>,
  records: readonly IdempotencyRecord[],
  key: IdempotencyRecord | undefined,
): Promise<boolean> {
  const answer = JSON.stringify(response);
  const { database, runChange } = request.server;
  return runChange(async (isAlone) => {
    const isUnflushed = !isAlone;
    const entry = await run(database.db, {
      records: records.map((record) => ({ ...record, answer })),
      lock: key?.name ?? null,
      values: { ...values, ...createDoneEvent(request), actorId, isUnflushed },
    });
    if (isUnflushed) request.unflushedEntry = entry;
    return entry !== null;
  });
}

/** Deletes the idempotency records of changed or deleted records, so that the same content can be added again. */
export function clearIdempotency(tx: Database, ...recordIds: string[]): Promise<void> {
  return deleteRecordsOf(tx, recordIds);
}

/**
 * Returns the response stored under a record's name. The transaction that stored it may not be on disk yet; the commit of this one
 * flushes both.
 * @throws ConflictError if its payload differs
 */
async function findStoredResponse(
  db: Database,
  { name, payload }: IdempotencyRecord,
): Promise<string> {
  const stored = await findRecord(db, name);
  if (stored?.payload === payload) return stored.answer;
  throw new ConflictError(
    'This was sent before with other content under the same key. Please send it again with a new one.',
  );
}

function stillRunning(): RefusedError {
  const detail = 'The same request is still under way. Please try again in a moment.';
  return new RefusedError(409, detail, { 'retry-after': '1' });
}

interface Records {
  readonly key?: IdempotencyRecord;
  readonly same: IdempotencyRecord;
}

/**
 * Builds the idempotency records of a request: one by its key, if any, and one by sender and content. A visitor's key is not
 * bound to a network: responses get lost when a phone moves from one network to another.
 */
function createRecords(request: FastifyRequest, id: string, account: string | undefined): Records {
  const { hmac } = request.server;
  const call = String(request.routeOptions.config.operation);
  const key = request.headers['idempotency-key'];
  const payload = hmac('payload', call, JSON.stringify(contentOf(request.body)));
  const sender = account ?? toNetwork(getClientAddress(request));
  return {
    ...(typeof key === 'string' && {
      key: {
        name: hmac('key', call, account ?? '', key),
        payload,
        answer: DEFAULT_RESPONSE,
        recordId: null,
        seconds: KEY_LIFETIME,
      },
    }),
    same: {
      name: hmac('same', call, sender, payload),
      payload,
      answer: DEFAULT_RESPONSE,
      recordId: id,
      seconds: DUPLICATE_WINDOW,
    },
  };
}

/** Returns the body without the fill time, which differs when the same content is sent again. */
function contentOf(body: unknown): unknown {
  const { filled_in: _fillTime, ...content } = (body ?? {}) as Record<string, unknown>;
  return content;
}
