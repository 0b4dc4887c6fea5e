/** Tabs whose copies of local storage lag behind each other, and a server that accepts a refresh token once. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage, pairFor, tokenFor } from '../../tests/support/fakeSession';
import { laggingTabs, stubLocks } from '../../tests/support/laggingTabs';
import { createSessionStore } from '../authProvider/sessionStore';
import type { RawResponse } from './ApiError';
import { createClient } from './client';
import type { Send } from './middleware';

const OLD = pairFor('MANAGER');
const NEXT = { access_token: tokenFor('MANAGER', { exp: 4_000_000_000 }), refresh_token: 'next' };

const answer = (status: number, data: unknown = {}): RawResponse => ({
  status,
  data,
  header: () => undefined,
});

beforeEach(() => {
  vi.useFakeTimers();
  // The real one does not follow fake timers.
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(
    async (_how, text) => Uint8Array.from(text as Uint8Array).buffer,
  );
});
afterEach(() => vi.useRealTimers());

/** Two tabs of a signed-in user, and the refresh tokens sent to the server. */
function openTabs() {
  const { tabs, deliver } = laggingTabs(2);
  const presented: string[] = [];
  const send: Send = async ({ bearer: token = '' }) => {
    const isUsed = presented.includes(token);
    presented.push(token);
    return isUsed ? answer(401) : answer(200, NEXT);
  };
  const [one, other] = tabs.map((storage) => {
    const session = createSessionStore(storage);
    return { session, refresh: () => createClient('/api', session, send).refresh(OLD) };
  });
  if (!one || !other) throw new Error('There must be two tabs');
  one.session.signIn(OLD);
  deliver();
  return { one, other, deliver, presented };
}

it('a token that another tab has used is not sent, even before storage shows the new one', async () => {
  stubLocks();
  const { one, other, deliver, presented } = openTabs();
  await expect(one.refresh()).resolves.toBe(true);
  const waiting = other.refresh();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(other.session.read()).toEqual(OLD);
  expect(presented).toEqual(['refresh']);
  deliver();
  await expect(waiting).resolves.toBe(true);
  expect(other.session.read()).toEqual(NEXT);
  expect(presented).toEqual(['refresh']);
});

it('a token that was refused in another tab is not sent, even before storage shows its removal', async () => {
  stubLocks();
  const { one, other, deliver, presented } = openTabs();
  presented.push('refresh');
  const refused = one.refresh();
  const waiting = other.refresh();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(refused).resolves.toBe(false);
  deliver();
  await expect(waiting).resolves.toBe(false);
  expect(presented).toEqual(['refresh', 'refresh']);
});

it('without locks, a tab whose token is refused uses the pair that storage shows in the end', async () => {
  vi.stubGlobal('navigator', {});
  const { one, other, deliver, presented } = openTabs();
  await expect(one.refresh()).resolves.toBe(true);
  const refused = other.refresh();
  await vi.advanceTimersByTimeAsync(500);
  expect(presented).toEqual(['refresh', 'refresh']);
  deliver();
  await expect(refused).resolves.toBe(true);
  for (const { session } of [one, other]) {
    expect(session.read()).toEqual(NEXT);
    expect(session.get().status).toBe('signed-in');
  }
});

it('a server that does not rotate refresh tokens can be asked again at once', async () => {
  stubLocks();
  const session = createSessionStore(memoryStorage());
  session.signIn(OLD);
  let count = 0;
  const same = () => {
    count += 1;
    const access_token = tokenFor('MANAGER', { exp: 4_000_000_000 + count });
    return { ...OLD, access_token };
  };
  const { refresh } = createClient('/api', session, async () => answer(200, same()));
  await expect(refresh(OLD)).resolves.toBe(true);
  await expect(refresh(session.read() ?? OLD)).resolves.toBe(true);
  expect(count).toBe(2);
});
