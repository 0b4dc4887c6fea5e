import { expect, it } from 'vitest';
import { memoryStorage, pairFor } from '../../tests/support/fakeSession';
import { personalStore } from './personalStore';
import { createSessionStore } from './sessionStore';

const OTHER = pairFor('SUPERUSER', { username: 'pat@clinic.example' });

function signedIn() {
  const session = createSessionStore(memoryStorage());
  session.signIn(pairFor('SUPERUSER'));
  const store = personalStore(session);
  store.setItem('filter', 'Robin');
  return { session, store };
}

it('keeps its items after the app unmounts', () => {
  const { session, store } = signedIn();
  store.teardown();
  expect(personalStore(session).getItem('filter')).toBe('Robin');
  personalStore(session).setup();
  expect(personalStore(session).getItem('filter')).toBe('Robin');
});

it.each(['idle', 'refused', 'unreachable'] as const)(
  'keeps its items for the same person after the end of the session: %s',
  (why) => {
    const { session } = signedIn();
    session.end(why);
    expect(session.get().status).toBe('signed-out');
    session.signIn(pairFor('SUPERUSER'));
    expect(personalStore(session).getItem('filter')).toBe('Robin');
  },
);

it('loses its items after a sign-out, also for the same person', () => {
  const { session, store } = signedIn();
  session.signOut();
  expect(store.getItem('filter')).toBeUndefined();
  session.signIn(pairFor('SUPERUSER'));
  expect(personalStore(session).getItem('filter')).toBeUndefined();
});

it('loses its items when the account is no longer approved', () => {
  const { session, store } = signedIn();
  session.end('notApproved');
  expect(store.getItem('filter')).toBeUndefined();
});

it.each([
  ['another person', OTHER],
  ['another role', pairFor('MANAGER')],
])('loses its items when the session becomes that of %s', (_who, pair) => {
  const { session, store } = signedIn();
  session.end('idle');
  session.signIn(pair);
  expect(store.getItem('filter')).toBeUndefined();
  expect(personalStore(session).getItem('filter')).toBeUndefined();
  session.end('idle');
  session.signIn(pairFor('SUPERUSER'));
  expect(personalStore(session).getItem('filter')).toBeUndefined();
});
