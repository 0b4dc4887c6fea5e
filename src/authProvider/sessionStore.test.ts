import { describe, expect, it, vi } from 'vitest';
import { makeToken, memoryStorage, pairFor, tokenFor } from '../../tests/support/fakeSession';
import { createSessionStore } from './sessionStore';

const EXPIRED = { exp: 1_000 };

function storeWith(pair?: { access_token: string; refresh_token: string }) {
  const storage = memoryStorage();
  if (pair) {
    storage.setItem('token', pair.access_token);
    storage.setItem('refresh_token', pair.refresh_token);
  }
  return { storage, session: createSessionStore(storage) };
}

describe('signing in and out', () => {
  it('keeps the pair under token and refresh_token, and shows whom it speaks for', () => {
    const { storage, session } = storeWith();
    session.signIn(pairFor('SUPERUSER'));
    expect(storage.getItem('token')).toBe(tokenFor('SUPERUSER'));
    expect(storage.getItem('refresh_token')).toBe('refresh');
    expect(session.get()).toMatchObject({
      status: 'signed-in',
      user: { username: 'sam@clinic.example', role: 'SUPERUSER', approved: true },
    });
  });

  it('clears both on the way out, and tells who listens', () => {
    const { storage, session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    const listener = vi.fn<() => void>();
    session.subscribe(listener);
    session.signOut();
    expect(storage).toHaveLength(0);
    expect(session.get()).toEqual({ status: 'signed-out', user: null, hasLeft: true });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('answers the same object until something changes', () => {
    const { session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    expect(session.get()).toBe(session.get());
  });

  it('reads a subject that stands under sub', () => {
    const { session } = storeWith();
    const sub = { username: 'a@b.example', fullname: 'A', role: 'REFERRAL', approved: true };
    session.signIn({ access_token: makeToken({ sub }), refresh_token: 'r' });
    expect(session.get().user).toEqual(sub);
  });

  it('follows another tab that signs out', () => {
    const { storage, session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    storage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(session.get().status).toBe('signed-out');
  });
});

describe('the check at start-up', () => {
  const never = () => Promise.reject<boolean>(new Error('asked to refresh'));

  it('signs in with a token that is still good, without asking the server', async () => {
    const { session } = storeWith(pairFor('MANAGER'));
    await session.start(never);
    expect(session.get().user?.role).toBe('MANAGER');
  });

  it('is signed out without a token', async () => {
    const { session } = storeWith();
    await session.start(never);
    expect(session.get().status).toBe('signed-out');
  });

  it.each(['nonsense', makeToken({ exp: 4_102_444_800, subject: 'text' })])(
    'clears both tokens when the token cannot be read',
    async (access_token) => {
      const { storage, session } = storeWith({ access_token, refresh_token: 'r' });
      await session.start(never);
      expect(session.get().status).toBe('signed-out');
      expect(storage).toHaveLength(0);
    },
  );

  it('refreshes an expired token, and waits for the answer', async () => {
    const { storage, session } = storeWith(pairFor('MANAGER', EXPIRED));
    const started = session.start(async () => {
      storage.setItem('token', tokenFor('MANAGER'));
      return true;
    });
    expect(session.get().status).toBe('checking');
    await started;
    expect(session.get().status).toBe('signed-in');
  });

  it('clears both tokens when the refresh fails', async () => {
    const { storage, session } = storeWith(pairFor('MANAGER', EXPIRED));
    await session.start(async () => false);
    expect(session.get().status).toBe('signed-out');
    expect(storage).toHaveLength(0);
  });
});
