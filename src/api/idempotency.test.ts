import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Feature } from '../../contract/calls/extras';
import { memoryStorage, pairFor } from '../../tests/support/fakeSession';
import { createSessionStore } from '../authProvider/sessionStore';
import { ApiError, type RawResponse } from './ApiError';
import { createClient } from './client';
import type { RawRequest, Send } from './middleware';

const SITE = { body: { name: 'Northside High' } };
const OTHER_SITE = { body: { name: 'Southside High' } };
const KEY = 'Idempotency-Key';

function answer(status: number, retryAfter?: string, data: unknown = {}): RawResponse {
  return { status, data, header: (name) => (name === 'retry-after' ? retryAfter : undefined) };
}
const DONE = answer(200, undefined, { _id: 's1', name: 'Northside High' });
const away = () => {
  throw new ApiError('network');
};

/** A client of a backend that responds with each of these in turn, and repeats the last one. */
function prepare(
  answers: (RawResponse | (() => never))[],
  offered: Feature[] = ['idempotencyKeys'],
) {
  const session = createSessionStore(memoryStorage());
  session.signIn(pairFor('SUPERUSER'));
  const sent: { at: number; name: string; input: RawRequest; bearer?: string }[] = [];
  const began = Date.now();
  const send: Send = async ({ name, request: input, bearer }) => {
    const next = answers[Math.min(sent.length, answers.length - 1)] ?? DONE;
    sent.push({ at: Date.now() - began, name, input, bearer });
    return typeof next === 'function' ? next() : next;
  };
  const api = createClient('/api', session, send);
  api.setFeatures({ load: async () => undefined, offers: (name) => offered.includes(name) });
  const keys = () => sent.map(({ input }) => input.headers?.[KEY]);
  return { api, session, sent, keys };
}

/** Advances the time until a promise is settled. */
async function settled<Value>(what: Promise<Value>) {
  const outcome = what.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an idempotency key', () => {
  it('is 128 random bits, sent with writes that add something, to servers that take it', async () => {
    const { api, keys } = prepare([DONE]);
    await api.call('addSite', SITE);
    await api.call('addReferral', { body: {} as never });
    await api.call('deleteSite', { body: { id: 's1' } });
    await api.call('countReferrals');
    const [first, second, ...others] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(others).toEqual([undefined, undefined]);
  });

  it.each([
    ['that takes none', ['formMarks', 'audit'] as Feature[]],
    ['that offers nothing', []],
  ])('is not sent to a server %s, and nothing is retried there', async (_which, offered) => {
    const { api, sent, keys } = prepare([away], offered);
    expect(await settled(api.call('addSite', SITE))).toMatchObject({ error: { kind: 'network' } });
    expect(keys()).toEqual([undefined]);
    expect(sent[0]?.input).toEqual(SITE);
  });

  it('is not sent before the features are loaded', async () => {
    const { api, keys } = prepare([DONE]);
    let say = () => {};
    let isKnown = false;
    api.setFeatures({
      load: () =>
        new Promise((resolve) => {
          say = () => {
            isKnown = true;
            resolve();
          };
        }),
      offers: () => isKnown,
    });
    const adding = api.call('addSite', SITE);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(keys()).toEqual([]);
    say();
    await settled(adding);
    expect(keys()).toEqual([expect.any(String)]);
  });

  it('stays the same for the same content after an error response, and changes after a success', async () => {
    const { api, keys } = prepare([answer(422), answer(429, '30'), DONE, DONE]);
    for (let time = 0; time < 4; time += 1) await settled(api.call('addSite', SITE));
    const [first, second, third, fourth] = keys();
    expect([second, third]).toEqual([first, first]);
    expect(fourth).not.toBe(first);
  });

  it('stays the same for a content after another one was sent', async () => {
    const { api, keys } = prepare([answer(500), answer(500), DONE]);
    for (const site of [SITE, OTHER_SITE, SITE]) await settled(api.call('addSite', site));
    const [first, other, again] = keys();
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('stays the same for an hour after the write was sent last, and is a new one after that', async () => {
    const { api, keys } = prepare([answer(500)]);
    const add = () => settled(api.call('addSite', SITE));
    const anHour = 60 * 60_000;
    await add();
    vi.setSystemTime(Date.now() + anHour);
    await add();
    vi.setSystemTime(Date.now() + anHour);
    await add();
    vi.setSystemTime(Date.now() + anHour + 1);
    await add();
    const [first, second, third, fourth] = keys();
    expect([second, third]).toEqual([first, first]);
    expect(fourth).toMatch(/^[0-9a-f]{32}$/);
    expect(fourth).not.toBe(first);
  });

  it('changes with the content and with the user', async () => {
    const { api, session, keys } = prepare([answer(500)]);
    await settled(api.call('addSite', SITE));
    await settled(api.call('addSite', OTHER_SITE));
    session.signOut();
    session.signIn(pairFor('SUPERUSER', { username: 'other@clinic.example' }));
    await settled(api.call('addSite', OTHER_SITE));
    expect(new Set(keys()).size).toBe(3);
  });

  it('stays the same after an HTML page instead of a response', async () => {
    const { api, keys } = prepare([answer(200, undefined, '<!doctype html>'), DONE]);
    const first = await settled(api.call('addSite', SITE));
    expect(first).toMatchObject({ error: { kind: 'unreadable' } });
    await settled(api.call('addSite', SITE));
    expect(new Set(keys()).size).toBe(1);
  });
});

describe('a write with an idempotency key', () => {
  it('is retried unchanged with exponential backoff while no response comes', async () => {
    const { api, sent, keys } = prepare([away, away, away, away, away, away, DONE]);
    expect(await settled(api.call('addSite', SITE))).toMatchObject({ value: { _id: 's1' } });
    expect(sent.map(({ at }) => at)).toEqual([0, 500, 1_500, 3_500, 7_500, 15_500, 23_500]);
    expect(new Set(keys()).size).toBe(1);
    expect(new Set(sent.map(({ input }) => JSON.stringify(input))).size).toBe(1);
  });

  it.each([
    ['502', answer(502)],
    ['503', answer(503)],
    ['504', answer(504)],
    ['409 with Retry-After', answer(409, '1')],
  ])('is retried after a %s', async (_what, pending) => {
    const { api, sent } = prepare([pending, DONE]);
    expect(await settled(api.call('addSite', SITE))).toHaveProperty('value');
    expect(sent).toHaveLength(2);
  });

  it('honors Retry-After', async () => {
    const { api, sent } = prepare([answer(503, '5'), answer(409, '1'), DONE]);
    await settled(api.call('addSite', SITE));
    expect(sent.map(({ at }) => at)).toEqual([0, 5_000, 6_000]);
  });

  it.each([
    ['a 409 without Retry-After', answer(409)],
    ['an invalid field', answer(422)],
    ['a server error', answer(500)],
    ['too many requests', answer(429, '1')],
    ['a missing permission', answer(403)],
  ])('is not retried after %s', async (_what, refusal) => {
    const { api, sent } = prepare([refusal, DONE]);
    expect(await settled(api.call('addSite', SITE))).toHaveProperty('error');
    expect(sent).toHaveLength(1);
  });

  it('fails after 90 seconds with the last error, and keeps its key for a manual retry', async () => {
    const { api, sent, keys } = prepare([away, answer(503)]);
    expect(await settled(api.call('addSite', SITE))).toMatchObject({ error: { status: 503 } });
    const last = sent.at(-1)?.at ?? 0;
    expect(last).toBe(90_000);
    // Each attempt may count towards a network's limit of 30 in ten minutes.
    expect(sent).toHaveLength(16);
    await settled(api.call('addSite', SITE));
    expect(new Set(keys()).size).toBe(1);
  });

  it('is retried when an attempt hangs', async () => {
    const session = createSessionStore(memoryStorage());
    let tries = 0;
    const send: Send = ({ signal }) => {
      tries += 1;
      if (tries > 1) return Promise.resolve(DONE);
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    };
    const api = createClient('/api', session, send);
    api.setFeatures({ load: async () => undefined, offers: () => true });
    const adding = api.call('addSite', SITE);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(tries).toBe(1);
    expect(await settled(adding)).toHaveProperty('value');
    expect(tries).toBe(2);
  });

  it('is never retried as another user or signed out', async () => {
    for (const change of ['another', 'nobody']) {
      const { api, session, sent } = prepare([away, DONE]);
      const adding = api.call('addSite', SITE);
      adding.catch(() => undefined);
      await vi.advanceTimersByTimeAsync(100);
      session.signOut();
      if (change === 'another')
        session.signIn(pairFor('SUPERUSER', { username: 'b@clinic.example' }));
      expect(await settled(adding)).toMatchObject({ error: { kind: 'network' } });
      expect(sent).toHaveLength(1);
    }
  });

  it('is sent as the user who made it, though another signed in before it was sent', async () => {
    const { api, session, sent } = prepare([DONE]);
    const first = session.read()?.access_token;
    const adding = api.call('addSite', SITE);
    session.signOut();
    session.signIn(pairFor('SUPERUSER', { username: 'b@clinic.example' }));
    await settled(adding);
    expect(sent.map(({ bearer }) => bearer)).toEqual([first]);
  });

  it('sets `resending` until the outcome is known', async () => {
    const { api } = prepare([away, DONE]);
    const adding = api.call('addSite', SITE);
    expect(api.resending.get()).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(api.resending.get()).toBe(true);
    await settled(adding);
    expect(api.resending.get()).toBe(false);
  });

  it('ends when it is aborted', async () => {
    const { api, sent } = prepare([away]);
    const asker = new AbortController();
    const adding = api.call('addSite', SITE, { signal: asker.signal });
    adding.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    asker.abort();
    expect(await settled(adding)).toMatchObject({ error: { name: 'AbortError' } });
    expect(sent).toHaveLength(1);
  });
});
