import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeToken, memoryStorage, pairFor, tokenFor } from '../../tests/support/fakeSession';
import { laggingTabs } from '../../tests/support/laggingTabs';
import type { SessionStore } from '../app/session';
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
  it('signIn stores the pair under token and refresh_token, and publishes its subject', () => {
    const { storage, session } = storeWith();
    expect(session.signIn(pairFor('SUPERUSER'))).toBe(true);
    expect(storage.getItem('token')).toBe(tokenFor('SUPERUSER'));
    expect(storage.getItem('refresh_token')).toBe('refresh');
    expect(session.get()).toMatchObject({
      status: 'signed-in',
      user: { username: 'sam@clinic.example', role: 'SUPERUSER', approved: true },
    });
  });

  it('signOut removes both tokens and notifies listeners', () => {
    const { storage, session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    const listener = vi.fn<() => void>();
    session.subscribe(listener);
    session.signOut();
    expect(storage).toHaveLength(0);
    expect(session.get()).toEqual({ status: 'signed-out', user: null, hasSignedOut: true });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('a session is new from signIn until it is acknowledged or over, not when it was found at start', async () => {
    const { session } = storeWith(pairFor('MANAGER'));
    await session.start(async () => false);
    expect(session.isNewSignIn()).toBe(false);
    session.signIn(pairFor('MANAGER'));
    expect(session.isNewSignIn()).toBe(true);
    session.acknowledgeSignIn();
    expect(session.isNewSignIn()).toBe(false);
    session.signIn(pairFor('MANAGER'));
    session.signOut();
    expect(session.isNewSignIn()).toBe(false);
  });

  it('a session is new after signIn without a previous one', () => {
    const { session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    expect(session.isNewSignIn()).toBe(true);
  });

  it('get returns the same object, and no listener is called, until something changes', () => {
    const { session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    const before = session.get();
    const listener = vi.fn<() => void>();
    session.subscribe(listener);
    session.signIn(pairFor('MANAGER'));
    expect(session.get()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
  });

  it('does not call a listener after it unsubscribes', () => {
    const { session } = storeWith();
    const listener = vi.fn<() => void>();
    session.subscribe(listener)();
    session.signIn(pairFor('MANAGER'));
    expect(listener).not.toHaveBeenCalled();
  });

  it('signOut changes nothing while signed out', () => {
    const { session } = storeWith();
    session.signOut();
    expect(session.get()).toEqual({ status: 'signed-out', user: null });
  });

  it('the server snapshot is signed out, whoever is signed in', () => {
    const { session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    expect(session.getServerSnapshot()).toEqual({ status: 'signed-out', user: null });
  });

  it('reads a subject under sub', () => {
    const { session } = storeWith();
    const sub = { username: 'a@b.example', fullname: 'A', role: 'REFERRAL', approved: true };
    session.signIn({ access_token: makeToken({ sub }), refresh_token: 'r' });
    expect(session.get().user).toEqual(sub);
  });

  it('signIn returns false for a pair that cannot be read, and stores nothing', () => {
    const { storage, session } = storeWith();
    expect(session.signIn({ access_token: 'nonsense', refresh_token: 'r' })).toBe(false);
    expect(session.signIn({ detail: 'not_approved' } as never)).toBe(false);
    expect(session.signIn({ access_token: tokenFor('MANAGER') } as never)).toBe(false);
    expect(storage).toHaveLength(0);
    expect(session.get().status).toBe('signed-out');
  });

  it.each(['token', 'refresh_token', null])(
    'follows another tab that signs out, on a storage event for key %s',
    (key) => {
      const { storage, session } = storeWith();
      session.signIn(pairFor('MANAGER'));
      storage.clear();
      window.dispatchEvent(new StorageEvent('storage', { key }));
      expect(session.get().status).toBe('signed-out');
    },
  );

  it('treats half a pair as none', () => {
    const { storage, session } = storeWith(pairFor('MANAGER'));
    storage.removeItem('refresh_token');
    expect(session.read()).toBeNull();
    expect(session.owner()).toBeNull();
  });

  it('removes an unreadable token that another tab stored', () => {
    const { storage, session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    storage.setItem('token', 'nonsense');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'nonsense' }));
    expect(storage).toHaveLength(0);
    expect(session.get()).toEqual({ status: 'signed-out', user: null, endedBy: 'refused' });
  });
});

describe('the check at start-up', () => {
  const never = () => Promise.reject<boolean>(new Error('asked to refresh'));

  it('signs in with a valid token without a request', async () => {
    const { session } = storeWith(pairFor('MANAGER'));
    await session.start(never);
    expect(session.get().user?.role).toBe('MANAGER');
  });

  it('signs out without a token', async () => {
    const { session } = storeWith();
    await session.start(never);
    expect(session.get().status).toBe('signed-out');
  });

  it.each(['nonsense', makeToken({ exp: 4_102_444_800, subject: 'text' })])(
    'removes both tokens when the token cannot be read',
    async (access_token) => {
      const { storage, session } = storeWith({ access_token, refresh_token: 'r' });
      await session.start(never);
      expect(session.get().status).toBe('signed-out');
      expect(storage).toHaveLength(0);
    },
  );

  it('refreshes an expired token and waits for the answer', async () => {
    const { storage, session } = storeWith(pairFor('MANAGER', EXPIRED));
    const started = session.start(async () => {
      storage.setItem('token', tokenFor('MANAGER'));
      return true;
    });
    expect(session.get().status).toBe('checking');
    await started;
    expect(session.get().status).toBe('signed-in');
  });

  it('removes both tokens when the refresh fails', async () => {
    const { storage, session } = storeWith(pairFor('MANAGER', EXPIRED));
    await session.start(async () => false);
    expect(session.get()).toEqual({ status: 'signed-out', user: null, endedBy: 'refused' });
    expect(storage).toHaveLength(0);
  });

  it('uses the token another tab stored while the refresh failed', async () => {
    const { storage, session } = storeWith(pairFor('MANAGER', EXPIRED));
    await session.start(async () => {
      storage.setItem('token', tokenFor('MANAGER'));
      return false;
    });
    expect(session.get().status).toBe('signed-in');
  });
});

describe('a session that ends without a sign-out', () => {
  const PAIR = pairFor('MANAGER');
  function signedIn() {
    const { storage, session } = storeWith();
    session.signIn(PAIR);
    return { storage, session };
  }

  it('becomes signed-out when no screen is open', async () => {
    const { session } = signedIn();
    await session.clear(PAIR, 'unreachable');
    expect(session.get()).toEqual({ status: 'signed-out', user: null, endedBy: 'unreachable' });
  });

  it('becomes ended, without tokens, while a screen is open, and continues after signIn', () => {
    const { storage, session } = signedIn();
    session.registerOpenScreen();
    session.end('idle');
    expect(storage).toHaveLength(0);
    expect(session.get()).toMatchObject({
      status: 'ended',
      endedBy: 'idle',
      user: { username: 'sam@clinic.example' },
    });
    session.signIn(PAIR);
    expect(session.get().status).toBe('signed-in');
  });

  it('stays ended until the last screen closes', () => {
    const { session } = signedIn();
    const closeOne = session.registerOpenScreen();
    const closeOther = session.registerOpenScreen();
    session.end('refused');
    closeOne();
    closeOne();
    expect(session.get().status).toBe('ended');
    closeOther();
    expect(session.get()).toEqual({ status: 'signed-out', user: null, endedBy: 'refused' });
  });

  it('continues when a screen closes before the end', () => {
    const { session } = signedIn();
    session.registerOpenScreen()();
    expect(session.get().status).toBe('signed-in');
  });

  it('stays ended when signIn gets a pair that cannot be read', () => {
    const { session } = signedIn();
    session.registerOpenScreen();
    session.end('refused');
    expect(session.signIn({ access_token: 'nonsense', refresh_token: 'r' })).toBe(false);
    expect(session.get().status).toBe('ended');
  });

  it('keeps the pair another tab has stored since, on signOut', () => {
    const { storage, session } = signedIn();
    session.registerOpenScreen();
    session.end('refused');
    storage.setItem('token', tokenFor('SUPERUSER'));
    storage.setItem('refresh_token', 'of another tab');
    session.signOut();
    expect(storage).toHaveLength(2);
  });

  it('becomes signed-out on signOut', () => {
    const { session } = signedIn();
    session.registerOpenScreen();
    session.end('refused');
    session.signOut();
    expect(session.get()).toEqual({ status: 'signed-out', user: null, hasSignedOut: true });
  });

  it('resolves waiters to whether the same person signed in again', async () => {
    const { session } = signedIn();
    expect(session.waitForSignIn()).toBeNull();
    session.registerOpenScreen();
    session.end('refused');
    const back = session.waitForSignIn();
    session.signIn(PAIR);
    await expect(back).resolves.toBe(true);
    session.end('refused');
    const left = session.waitForSignIn();
    session.signOut();
    await expect(left).resolves.toBe(false);
  });

  it('resolves waiters to false when another person signs in', async () => {
    const { session } = signedIn();
    session.registerOpenScreen();
    session.end('refused');
    const back = session.waitForSignIn();
    session.signIn(pairFor('MANAGER', { username: 'ada@clinic.example' }));
    await expect(back).resolves.toBe(false);
  });
});

describe('a sign-out in another tab', () => {
  const leave = () =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'farewell', newValue: 'left' }));
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('ignores a reason it does not know, which only a newer version in another tab could have written', () => {
    const { session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    window.dispatchEvent(new StorageEvent('storage', { key: 'farewell', newValue: 'moved' }));
    expect(session.get().status).toBe('signed-in');
  });

  it('removes a pair this tab stored within the last 5 seconds', () => {
    const { storage, session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    vi.advanceTimersByTime(4_999);
    leave();
    expect(storage).toHaveLength(0);
  });

  it('leaves an older pair to the other tab to remove', () => {
    const { storage, session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    vi.advanceTimersByTime(5_000);
    leave();
    expect(storage).toHaveLength(2);
    expect(session.get()).toEqual({ status: 'signed-out', user: null, hasSignedOut: true });
  });

  it('keeps a pair that a third tab has stored', () => {
    const { storage, session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    storage.setItem('refresh_token', 'of a third');
    leave();
    expect(storage).toHaveLength(2);
  });

  it('keeps a pair that this tab has only read', async () => {
    const { storage, session } = storeWith(pairFor('MANAGER'));
    await session.start(async () => false);
    leave();
    expect(storage).toHaveLength(2);
  });

  it('is not recognized by another storage key with the same value', () => {
    const { session } = storeWith();
    session.signIn(pairFor('MANAGER'));
    window.dispatchEvent(new StorageEvent('storage', { key: 'of others', newValue: 'left' }));
    expect(session.get().status).toBe('signed-in');
  });

  it('changes nothing for a signed-out tab', () => {
    const { session } = storeWith();
    leave();
    expect(session.get()).toEqual({ status: 'signed-out', user: null });
  });
});

describe('a refused pair', () => {
  const PAIR = pairFor('MANAGER');
  const NEXT = { ...PAIR, refresh_token: 'next' };
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  function refuse() {
    const { tabs, deliver } = laggingTabs(2);
    const [one, other] = tabs.map((storage) => createSessionStore(storage)) as [
      SessionStore,
      SessionStore,
    ];
    one.signIn(PAIR);
    deliver();
    return { one, other, deliver, refused: () => other.clear(PAIR, 'refused') };
  }

  it('is removed after 1 second if nothing else has been stored', async () => {
    const { other, refused } = refuse();
    const cleared = refused();
    await vi.advanceTimersByTimeAsync(999);
    expect(other.read()).toEqual(PAIR);
    await vi.advanceTimersByTimeAsync(1);
    await cleared;
    expect(other.get()).toMatchObject({ status: 'signed-out', endedBy: 'refused' });
  });

  it('is replaced when another tab stores a new pair within that second', async () => {
    const { one, other, deliver, refused } = refuse();
    one.replace(PAIR, NEXT);
    const cleared = refused();
    expect(other.read()).toEqual(PAIR);
    deliver();
    await cleared;
    expect(one.read()).toEqual(NEXT);
    expect(other.read()).toEqual(NEXT);
    expect(other.get().status).toBe('signed-in');
  });

  it('is not removed when the access token differs', async () => {
    const { one } = refuse();
    const other = { ...PAIR, access_token: tokenFor('MANAGER', { exp: 1_000 }) };
    await one.clear(other, 'refused');
    expect(one.read()).toEqual(PAIR);
  });
});

describe('two tabs', () => {
  /** Two stores on one storage; each gets the other's storage events, as in a browser. */
  function openTabs() {
    const storage = memoryStorage();
    const one = createSessionStore(storage);
    const other = createSessionStore(storage);
    const events: [string, string | null][] = [];
    const record = (key: string, value: string | null) => void events.push([key, value]);
    const setItem = storage.setItem.bind(storage);
    const removeItem = storage.removeItem.bind(storage);
    storage.setItem = (key, value) => {
      setItem(key, value);
      record(key, value);
    };
    storage.removeItem = (key) => {
      if (storage.getItem(key) !== null) record(key, null);
      removeItem(key);
    };
    /** Both stores get the events; they change nothing in the store that caused them. */
    const deliver = () => {
      for (const [key, newValue] of events.splice(0)) {
        window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
      }
    };
    one.signIn(pairFor('MANAGER'));
    deliver();
    other.registerOpenScreen();
    return { storage, one, other, deliver };
  }

  it('write the refresh token last, as it marks a complete new pair', () => {
    const { storage, one } = openTabs();
    const keys: string[] = [];
    const { setItem } = storage;
    storage.setItem = (key, value) => {
      keys.push(key);
      setItem(key, value);
    };
    one.replace(pairFor('MANAGER'), { ...pairFor('MANAGER'), refresh_token: 'next' });
    expect(keys).toEqual(['token', 'refresh_token']);
  });

  it('sign in together', () => {
    const { other } = openTabs();
    expect(other.get()).toMatchObject({ status: 'signed-in', user: { role: 'MANAGER' } });
  });

  it('sign out together, and leave nothing in the browser', () => {
    const { storage, one, other, deliver } = openTabs();
    one.signOut();
    deliver();
    expect(other.get()).toEqual({ status: 'signed-out', user: null, hasSignedOut: true });
    expect(storage).toHaveLength(0);
  });

  it('sign out together even when the other one is ended', () => {
    const { one, other, deliver } = openTabs();
    other.end('refused');
    one.signIn(pairFor('MANAGER'));
    other.end('refused');
    expect(other.get().status).toBe('ended');
    window.dispatchEvent(new StorageEvent('storage', { key: 'farewell', newValue: 'left' }));
    deliver();
    expect(other.get()).toEqual({ status: 'signed-out', user: null, hasSignedOut: true });
  });

  it.each(['refused', 'idle'] as const)(
    'end together for the reason %s, and keep the open screen',
    (why) => {
      const { one, other, deliver } = openTabs();
      one.end(why);
      deliver();
      expect(other.get()).toMatchObject({ status: 'ended', endedBy: why });
    },
  );

  it('end together for good when the account is no longer approved', () => {
    const { storage, one, other, deliver } = openTabs();
    one.registerOpenScreen();
    one.end('notApproved');
    deliver();
    const over = { status: 'signed-out', user: null, endedBy: 'notApproved' };
    expect([one.get(), other.get()]).toEqual([over, over]);
    expect(storage).toHaveLength(0);
  });

  it('resume together', () => {
    const { one, other, deliver } = openTabs();
    one.end('refused');
    deliver();
    one.signIn(pairFor('MANAGER'));
    deliver();
    expect(other.get().status).toBe('signed-in');
  });

  it('stay signed out when one of them stored a new pair during the sign-out', () => {
    const { storage, one, other } = openTabs();
    const next = { ...pairFor('MANAGER'), refresh_token: 'next' };
    // The other one has not yet seen that the pair is gone.
    other.replace(pairFor('MANAGER'), next);
    window.dispatchEvent(new StorageEvent('storage', { key: 'farewell', newValue: 'left' }));
    expect(storage).toHaveLength(0);
    expect(other.get().status).toBe('signed-out');
    expect(one.get().status).toBe('signed-out');
  });
});

it('accepts a new token that looks expired, without another refresh', async () => {
  const { storage, session } = storeWith(pairFor('MANAGER', EXPIRED));
  const refresh = vi.fn<() => Promise<boolean>>(async () => {
    storage.setItem('token', tokenFor('MANAGER', { exp: 2_000 }));
    return true;
  });
  await session.start(refresh);
  expect(session.get().status).toBe('signed-in');
  expect(refresh).toHaveBeenCalledTimes(1);
});
