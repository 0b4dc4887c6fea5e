/** Builds the idempotency records of a request, by which its repeats are recognized. */
import type { FastifyRequest } from 'fastify';
import { ConflictError, RefusedError } from '../../http/errors';
import { getSender } from '../../http/clientAddress';
import type { IdempotencyRecord } from './idempotencyRecords';

/** Seconds for which an idempotency key returns the stored response. */
export const KEY_LIFETIME = 24 * 60 * 60;
/** Seconds for which the same content from the same sender counts as a repeat, even without a key or with another key. */
export const DUPLICATE_WINDOW = 120;

/** The response of most calls, with which a record is inserted. Any other response costs one more statement. */
export const DEFAULT_RESPONSE = JSON.stringify({ detail: 'ok' });

interface RequestRecords {
  /** The record of the idempotency key, if the request has one. */
  readonly byKey?: IdempotencyRecord;
  /** The record of the sender and the content. */
  readonly byContent: IdempotencyRecord;
}

/**
 * Builds the idempotency records of a request. A visitor's key is not bound to a network: responses get lost when a phone moves
 * from one network to another.
 * @param id the id of the record that the request adds
 * @param account the id of the account that sends it; undefined for a visitor
 */
export function createRecords(
  request: FastifyRequest,
  id: string,
  account: string | undefined,
): RequestRecords {
  const { hmac } = request.server;
  const call = String(request.routeOptions.config.operation);
  const key = request.headers['idempotency-key'];
  const payload = hmac('payload', call, JSON.stringify(contentOf(request.body)));
  return {
    ...(typeof key === 'string' && {
      byKey: {
        name: hmac('key', call, account ?? '', key),
        payload,
        answer: DEFAULT_RESPONSE,
        recordId: null,
        seconds: KEY_LIFETIME,
      },
    }),
    byContent: {
      name: hmac('same', call, account ?? getSender(request), payload),
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

/**
 * Returns the stored response to a repeated request.
 * @throws ConflictError if the first request had other content
 */
export function matchResponse(
  stored: Pick<IdempotencyRecord, 'payload' | 'answer'>,
  { payload }: IdempotencyRecord,
): string {
  if (stored.payload === payload) return stored.answer;
  throw new ConflictError(
    'This was sent before with other content under the same key. Please send it again with a new one.',
  );
}

/** The refusal of a key whose first request is still running. */
export function stillRunning(): RefusedError {
  const detail = 'The same request is still under way. Please try again in a moment.';
  return new RefusedError(409, detail, { 'retry-after': '1' });
}
