/**
 * Adding something once, however often the request for it comes: a double click, a reload while it was being sent, an answer
 * that was lost, a try after a crash. What was answered is stored in the transaction of the deed, so that there is never one
 * without the other.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/openDatabase';
import { ConflictError, RefusedError } from '../../plugins/errors';
import { addressOf, networkOf } from '../limits/network';
import {
  deleteRecordsOf,
  findRecord,
  type IdempotencyRecord,
  setResponse,
  insertIfAbsent,
  tryLock,
} from './repository';

/** Seconds for which a key gets its answer again. */
const KEY_KEPT = 24 * 60 * 60;
/** Seconds for which the same content from the same sender counts as a repeat, without a key or with a new one. */
const SAME_AGAIN = 120;

/** What most calls answer; any other answer costs a statement more. */
const USUAL_ANSWER = JSON.stringify({ detail: 'ok' });

/**
 * Carries out a call that adds something, or answers once more what it was answered the first time. Nothing is stored of what
 * is refused.
 * @param deed what is to be done, with the id for what it adds; last in it comes its entry in the audit trail, as a repeat
 * leaves none
 * @throws RefusedError when the key came with other content, or when its first request is still under way
 */
export async function withIdempotency<Answer>(
  request: FastifyRequest,
  deed: (tx: Database, id: string) => Promise<Answer>,
): Promise<Answer> {
  const { db } = request.server.database;
  const id = randomUUID();
  // What the schema refused is nothing the deed will add.
  if (request.validationError) return db.transaction((tx) => deed(tx, id));
  const { key, same } = await marksOf(request, id);

  return db.transaction(async (tx) => {
    if (key && !(await tryLock(tx, key.name))) throw stillUnderWay();
    const stored: string[] = [];
    let known: IdempotencyRecord | undefined;
    for (const mark of key ? [key, same] : [same]) {
      if (await insertIfAbsent(tx, mark)) stored.push(mark.name);
      else known ??= mark;
      if (known) break;
    }
    const answer = known ? await answerTo(tx, known) : JSON.stringify(await deed(tx, id));
    if (answer !== USUAL_ANSWER && stored.length > 0) await setResponse(tx, stored, answer);
    return JSON.parse(answer) as Answer;
  });
}

/** From now on the same may be added again: what was added is gone, or no longer what it was. */
export function clearIdempotency(tx: Database, recordId: string): Promise<void> {
  return deleteRecordsOf(tx, recordId);
}

/** What a mark was answered when it was first stored. */
async function answerTo(db: Database, { name, payload }: IdempotencyRecord): Promise<string> {
  const first = await findRecord(db, name);
  if (first?.payload === payload) return first.answer;
  throw new ConflictError(
    'This was sent before with other content under the same key. Please send it again with a new one.',
  );
}

function stillUnderWay(): RefusedError {
  const detail = 'The same request is still under way. Please try again in a moment.';
  return new RefusedError(409, detail, { 'retry-after': '1' });
}

/**
 * The names under which a request is remembered. A visitor's key stands for itself: it is in a phone's move from one network
 * to another that answers are lost.
 */
async function marksOf(
  request: FastifyRequest,
  id: string,
): Promise<{ key?: IdempotencyRecord; same: IdempotencyRecord }> {
  const { hmac } = request.server;
  const call = String(request.routeOptions.config.operation);
  const account = (await request.caller())?.accountId;
  const key = request.headers['idempotency-key'];
  const payload = hmac('payload', call, JSON.stringify(contentOf(request.body)));
  const sender = account ?? networkOf(addressOf(request));
  return {
    ...(typeof key === 'string' && {
      key: {
        name: hmac('key', call, account ?? '', key),
        payload,
        answer: USUAL_ANSWER,
        recordId: null,
        seconds: KEY_KEPT,
      },
    }),
    same: {
      name: hmac('same', call, sender, payload),
      payload,
      answer: USUAL_ANSWER,
      recordId: id,
      seconds: SAME_AGAIN,
    },
  };
}

/** What was sent, but for the seconds it took to fill in, which differ when the same is sent again. */
function contentOf(body: unknown): unknown {
  const { filled_in: _seconds, ...content } = (body ?? {}) as Record<string, unknown>;
  return content;
}
