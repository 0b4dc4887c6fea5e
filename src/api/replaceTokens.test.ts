/** A call that ends the session and returns the pair of a new one: concurrent calls that are refused wait for it. */
import { waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeToken, memoryStorage } from '../../tests/support/fakeSession';
import { createSessionStore } from '../authProvider/sessionStore';
import { ApiError, type RawResponse } from './ApiError';
import { createClient } from './client';
import type { Send } from './middleware';

const INPUT = { body: { current_password: 'Old-Kites-93', new_pass: 'New-Bridges-41' } };

const pair = (name: string, username = 'sam@clinic.example') => {
  const subject = { username, fullname: '', role: 'MANAGER', approved: true };
  const access_token = makeToken({ subject, exp: 4_102_444_800, jti: name });
  return { access_token, refresh_token: name };
};
const answer = (status: number, data: unknown): RawResponse => ({
  status,
  data,
  header: () => undefined,
});

// Loads it before the tests, as it may take a while.
beforeAll(() => import('./pipeline'));
let locksAsked = 0;
beforeEach(() => {
  locksAsked = 0;
  let last: Promise<unknown> = Promise.resolve();
  const request = async (
    _name: string,
    { signal }: { signal: AbortSignal },
    run: () => Promise<unknown>,
  ) => {
    locksAsked += 1;
    const before = last;
    const given = new Promise<void>((resolve, reject) => {
      void before.then(() => resolve());
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
    const mine = given.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
  vi.stubGlobal('navigator', { locks: { request } });
});

/** A backend that accepts no old token from the call on; the test decides when it responds. */
function prepare(outcome: () => Promise<RawResponse>) {
  const session = createSessionStore(memoryStorage());
  session.signIn(pair('first'));
  const sent: string[] = [];
  let taken = pair('first').access_token;
  const send: Send = async ({ name, bearer }) => {
    sent.push(name);
    if (name === 'changePassword') {
      taken = pair('next').access_token;
      return outcome();
    }
    return bearer === taken ? answer(200, { count: 7 }) : answer(401, { detail: 'x' });
  };
  return { session, sent, api: createClient('/api', session, send) };
}

it('delays the refresh of a call that is refused with the old tokens', async () => {
  let resolve = (_answer: RawResponse) => {};
  const { api, session, sent } = prepare(() => new Promise((done) => (resolve = done)));
  const change = api.call('changePassword', INPUT);
  await waitFor(() => expect(sent).toEqual(['changePassword']));
  const count = api.call('countReferrals');
  // Refused, it waits for the lock before it refreshes.
  await waitFor(() => expect(locksAsked).toBe(2));
  resolve(answer(200, pair('next')));
  await expect(change).resolves.toEqual(pair('next'));
  await expect(count).resolves.toEqual({ count: 7 });
  expect(sent).toEqual(['changePassword', 'countReferrals', 'countReferrals']);
  expect(session.read()).toEqual(pair('next'));
  expect(session.get().status).toBe('signed-in');
});

it('is sent once, and keeps the pair, when no response comes', async () => {
  const { api, session, sent } = prepare(() => Promise.reject(new ApiError('network')));
  await expect(api.call('changePassword', INPUT)).rejects.toMatchObject({ kind: 'network' });
  expect(sent).toEqual(['changePassword']);
  expect(session.read()).toEqual(pair('first'));
});

it.each([
  ['with another status than 200', answer(202, pair('next'))],
  ['with a refusal', answer(422, pair('next'))],
  ['without a pair', answer(200, {})],
])('keeps the pair when the response comes %s', async (_how, given) => {
  const { api, session } = prepare(async () => given);
  const outcome = await api.call('changePassword', INPUT).then(
    () => null,
    (error: unknown) => error,
  );
  expect(outcome === null || outcome instanceof ApiError).toBe(true);
  expect(session.read()).toEqual(pair('first'));
});

it('does not sign in a user who has signed out since', async () => {
  let resolve = (_answer: RawResponse) => {};
  const { api, session, sent } = prepare(() => new Promise((done) => (resolve = done)));
  const change = api.call('changePassword', INPUT);
  await waitFor(() => expect(sent).toEqual(['changePassword']));
  session.signOut();
  resolve(answer(200, pair('next')));
  await change;
  expect(session.read()).toBeNull();
});

it('stores nothing for a user who signed out before it was sent', async () => {
  const { api, session } = prepare(async () => answer(200, pair('next')));
  session.signOut();
  await expect(api.call('changePassword', INPUT)).resolves.toEqual(pair('next'));
  expect(session.read()).toBeNull();
});

it('does not replace the session of another user who signed in before it was sent', async () => {
  const { api, session, sent } = prepare(async () => answer(200, pair('next')));
  let release = () => {};
  const held = () => new Promise<void>((done) => (release = done));
  void navigator.locks.request('another', { signal: new AbortController().signal }, held);
  const change = api.call('changePassword', INPUT);
  await waitFor(() => expect(locksAsked).toBe(2));
  session.signIn(pair('theirs', 'ada@clinic.example'));
  release();
  await change;
  expect(sent).toEqual(['changePassword']);
  expect(session.read()?.refresh_token).toBe('theirs');
});

it('does not replace the session of another user who has signed in since', async () => {
  let resolve = (_answer: RawResponse) => {};
  const { api, session, sent } = prepare(() => new Promise((done) => (resolve = done)));
  const change = api.call('changePassword', INPUT);
  await waitFor(() => expect(sent).toEqual(['changePassword']));
  session.signIn(pair('theirs', 'ada@clinic.example'));
  resolve(answer(200, pair('next')));
  await change;
  expect(session.read()?.refresh_token).toBe('theirs');
});
