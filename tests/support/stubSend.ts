/** Replaces the network by a stub backend made of plain functions. */
import { onTestFinished } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import { ApiError, type RawResponse } from '../../src/api/ApiError';
import type { RawRequest, Send } from '../../src/api/middleware';

/** A whole response, such as an HTML page of a proxy. */
export class StubResponse {
  constructor(
    readonly status: number,
    readonly data: unknown,
  ) {}
}

/**
 * Response bodies per call, sent with status 200, or whole responses. A thrown ApiError of kind `status` becomes an error response.
 */
export type StubAnswers = Partial<Record<AnyCallName, (input: never) => unknown>>;

export interface SentCall {
  readonly name: AnyCallName;
  readonly input: RawRequest;
  readonly bearer: string | undefined;
}

const DONE = { detail: 'ok' };

/**
 * Responds from the table. Calls without an entry succeed, except `refresh`, which is refused. A call that is unanswered when the
 * test ends stays so: reaching the time limit later, it would fail in the middle of another test.
 */
export function createStubSend(answers: StubAnswers) {
  const sent: SentCall[] = [];
  let hasEnded = false;
  onTestFinished(() => {
    hasEnded = true;
  });
  const send: Send = async ({ name, request: input, bearer, signal }) => {
    sent.push({ name, input, bearer });
    try {
      const answer = answers[name];
      if (!answer && name === 'refresh') return refused(401, { detail: 'Not signed in' });
      const data = await orAborted(answer ? answer(input as never) : DONE, () => hasEnded, signal);
      if (data instanceof StubResponse) return refused(data.status, data.data);
      return { status: 200, data: data ?? '', header: () => undefined };
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'status') throw error;
      return toAnswer(error);
    }
  };
  return { send, sent };
}

const refused = (status: number, data: unknown, retryAfter?: number): RawResponse => ({
  status,
  data,
  header: (name) => (name === 'retry-after' ? retryAfter?.toString() : undefined),
});

function toAnswer(error: ApiError): RawResponse {
  const { status, detail, locations, types, reasons, retryAfter } = error;
  const issues = locations.map((loc, at) => ({
    type: types[at] ?? 'invalid',
    loc,
    msg: reasons[at] ?? '',
  }));
  return refused(status, { detail: issues.length > 0 ? issues : detail }, retryAfter);
}

function orAborted(answer: unknown, hasTestEnded: () => boolean, signal?: AbortSignal): unknown {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const stop = () => !hasTestEnded() && reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    Promise.resolve(answer).then(resolve, reject);
  });
}
