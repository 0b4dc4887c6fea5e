import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import { allEndpoints } from '../../contract/calls/endpoints';
import { type Call, compose, type Send } from './middleware';
import { timeLimit } from './timeLimit';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Sends a call that gets no response. */
function sendHanging(name: AnyCallName, rest: Partial<Call> = {}) {
  const session = { pair: null, owner: null };
  const hang: Send = ({ signal }) =>
    new Promise((_resolve, reject) => {
      const abort = () => reject(signal?.reason as Error);
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
    });
  const send = compose([timeLimit], hang);
  const outcome = { error: undefined as unknown };
  const sent = send({ name, request: {}, session, ...rest });
  sent.catch((error: unknown) => (outcome.error = error));
  return { sent, outcome };
}

const KEYED = { request: { headers: { 'Idempotency-Key': 'k' } } };

it.each([
  ['a read', 'countReferrals', {}, 30_000],
  ['a read by POST', 'listWorklist', {}, 30_000],
  ['a write with an idempotency key', 'addSite', KEYED, 30_000],
  ['a refresh', 'refresh', {}, 10_000],
] as const)('ends %s after its limit, as a timeout', async (_what, name, rest, limit) => {
  const { outcome } = sendHanging(name, rest);
  await vi.advanceTimersByTimeAsync(limit - 1);
  expect(outcome.error).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.error).toMatchObject({ name: 'ApiError', kind: 'timeout' });
});

it.each(['addSite', 'updateSite', 'login'] as const)(
  'never ends a write without a key, whose outcome would be unknown: %s',
  async (name) => {
    const { outcome } = sendHanging(name);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(outcome.error).toBeUndefined();
  },
);

describe('a call that answers with a file', () => {
  const { health } = allEndpoints;
  afterEach(() => {
    allEndpoints.health = health;
  });

  it('has no limit: the download takes as long as the file is large', async () => {
    allEndpoints.health = { ...health, answers: 'file' };
    const { outcome } = sendHanging('health');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(outcome.error).toBeUndefined();
  });
});

it.each(['before', 'during'])('passes on an abort %s the request', async (when) => {
  const controller = new AbortController();
  if (when === 'before') controller.abort();
  const { sent } = sendHanging('countReferrals', { signal: controller.signal });
  controller.abort();
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
});

it('leaves no timer behind a response', async () => {
  const response = { status: 200, data: {}, header: () => undefined };
  const send = compose([timeLimit], async () => response);
  const session = { pair: null, owner: null };
  await expect(send({ name: 'meta', request: {}, session })).resolves.toBe(response);
  expect(vi.getTimerCount()).toBe(0);
});
