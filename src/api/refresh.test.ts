import { expect, it, vi } from 'vitest';
import { memoryStorage, pairFor } from '../../tests/support/fakeSession';
import { createSessionStore } from '../authProvider/sessionStore';
import { createRefresh } from './refresh';

const OLD = pairFor('MANAGER');
const NEXT = { ...OLD, refresh_token: 'next' };

type Exchange = (refreshToken: string) => Promise<{ status: number; data: unknown }>;

function prepare(exchange: Exchange) {
  const session = createSessionStore(memoryStorage());
  session.signIn(OLD);
  const spy = vi.fn<Exchange>(exchange);
  return { session, exchange: spy, refresh: createRefresh(session, spy) };
}

it('stores the new pair', async () => {
  const { session, refresh } = prepare(async () => ({ status: 200, data: NEXT }));
  await expect(refresh()).resolves.toBe(true);
  expect(session.read()).toEqual(NEXT);
});

it('makes one exchange for all who ask at the same time, and another afterwards', async () => {
  const { exchange, refresh } = prepare(async (token) => ({
    status: 200,
    data: { ...OLD, refresh_token: `${token}+` },
  }));
  await Promise.all([refresh(), refresh(), refresh()]);
  expect(exchange).toHaveBeenCalledTimes(1);
  await refresh();
  expect(exchange).toHaveBeenLastCalledWith('refresh+');
});

it.each([
  ['is refused', async () => ({ status: 401, data: { detail: 'x' } })],
  ['succeeds with another status than 200', async () => ({ status: 201, data: NEXT })],
  ['answers without a pair', async () => ({ status: 200, data: { access_token: 'a' } })],
  ['does not arrive', async () => Promise.reject(new Error('offline'))],
])('forgets the pair when the exchange %s', async (_how, exchange: Exchange) => {
  const { session, refresh } = prepare(exchange);
  await expect(refresh()).resolves.toBe(false);
  expect(session.read()).toBeNull();
});

it('asks nobody when nobody is signed in', async () => {
  const { session, exchange, refresh } = prepare(async () => ({ status: 200, data: NEXT }));
  session.signOut();
  await expect(refresh()).resolves.toBe(false);
  expect(exchange).not.toHaveBeenCalled();
});

it('does not sign in again who signed out meanwhile', async () => {
  const { session, refresh } = prepare(async () => {
    session.signOut();
    return { status: 200, data: NEXT };
  });
  await expect(refresh()).resolves.toBe(false);
  expect(session.read()).toBeNull();
});

it('does not forget the pair another tab got meanwhile', async () => {
  const { session, refresh } = prepare(async () => {
    session.signIn(NEXT);
    return { status: 401, data: {} };
  });
  await expect(refresh()).resolves.toBe(true);
  expect(session.read()).toEqual(NEXT);
});
