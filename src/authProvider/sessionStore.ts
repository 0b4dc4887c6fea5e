/** The session in the browser. For display only: the server decides by its own records. */
import type { TokenPair } from '../../contract/entities/session';
import type { EndReason, Session, SessionStore } from '../app/session';
import { isExpired, readSubject } from './accessToken';
import { openStorage } from './keyStorage';
import { createStoredPair, type RemovalReason } from './storedPair';

/**
 * How long a tab may take to see what another one stored, in milliseconds: each has its own copy of local storage, which is
 * synchronized within a few milliseconds, later on a busy machine.
 */
const STORAGE_SYNC_TIME = 1_000;

const SIGNED_OUT: Session = { status: 'signed-out', user: null };
const SIGNED_OUT_BY_USER: Session = { ...SIGNED_OUT, hasSignedOut: true };

/** @param storageOverride where the pair is stored, in place of the browser's local storage */
export function createSessionStore(storageOverride?: Storage): SessionStore {
  const storage = openStorage(() => storageOverride ?? globalThis.localStorage);
  const listeners = new Set<() => void>();
  let session: Session = SIGNED_OUT;
  let openScreens = 0;
  let removalReason: Exclude<RemovalReason, 'left'> | undefined;
  let hasSignedInHere = false;

  const set = (next: Session) => {
    if (isSame(session, next)) return;
    session = next;
    if (next.status === 'signed-out') hasSignedInHere = false;
    for (const listener of listeners) listener();
  };

  /** Publishes that the pair is gone although the person did not sign out. */
  const publishEnd = (endedBy: EndReason) => {
    const { status, user } = session;
    if (endedBy === 'notApproved') set({ ...SIGNED_OUT, endedBy });
    else if (status === 'signed-in' && openScreens > 0) set({ status: 'ended', user, endedBy });
    else if (status !== 'ended' && status !== 'signed-out') set({ ...SIGNED_OUT, endedBy });
  };

  const end = (why: EndReason) => {
    stored.remove(why === 'idle' || why === 'notApproved' ? why : undefined);
    publishEnd(why);
  };

  /** Updates the session from storage, after a write in this tab or another. */
  const syncFromStorage = () => {
    const pair = stored.read();
    const user = pair && readSubject(pair.access_token);
    if (user) set({ status: 'signed-in', user });
    else if (pair) end('refused');
    else publishEnd(removalReason ?? 'refused');
    removalReason = undefined;
  };

  const stored = createStoredPair(storage, {
    onChange: syncFromStorage,
    onRemoval: (why) => {
      if (why !== 'left') {
        removalReason = why;
        return;
      }
      // A pair this tab stored while the other one signed out would sign the person in again.
      if (stored.isJustWritten()) stored.remove();
      if (session.status !== 'signed-out') set(SIGNED_OUT_BY_USER);
    },
  });

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return {
    get: () => session,
    getServerSnapshot: () => SIGNED_OUT,
    subscribe,
    read: stored.read,
    isStored: stored.isStored,
    isPersistent: storage.isPersistent,
    owner: () => readSubject(stored.read()?.access_token ?? '')?.username ?? null,
    signIn(pair) {
      if (!isPair(pair) || !readSubject(pair.access_token)) return false;
      stored.write(pair);
      hasSignedInHere = true;
      syncFromStorage();
      return true;
    },
    isNewSignIn: () => hasSignedInHere,
    acknowledgeSignIn() {
      hasSignedInHere = false;
    },
    signOut() {
      // While `ended`, a stored pair is another tab's, which has signed in again.
      if (session.status !== 'ended') stored.remove(stored.read() ? 'left' : undefined);
      if (session.status !== 'signed-out') set(SIGNED_OUT_BY_USER);
    },
    end,
    replace(expected, next) {
      if (!stored.isStored(expected)) return;
      stored.write(next);
      syncFromStorage();
    },
    waitForChange: stored.waitForChange,
    async clear(expected, why) {
      // A token is also refused when another tab has already exchanged it.
      if (why === 'refused') await stored.waitForChange(expected, STORAGE_SYNC_TIME);
      if (stored.isStored(expected)) end(why);
    },
    waitForSignIn() {
      const { status, user } = session;
      if (status !== 'ended') return null;
      return new Promise((resolve) => {
        const stop = subscribe(() => {
          if (session.status === 'ended') return;
          stop();
          resolve(session.status === 'signed-in' && session.user?.username === user?.username);
        });
      });
    },
    registerOpenScreen() {
      openScreens += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        openScreens -= 1;
        const { status, endedBy } = session;
        if (openScreens === 0 && status === 'ended') set({ ...SIGNED_OUT, endedBy });
      };
    },
    async start(refresh) {
      const pair = stored.read();
      if (!pair || !readSubject(pair.access_token)) return end('refused');
      if (!isExpired(pair.access_token)) return syncFromStorage();
      set({ status: 'checking', user: null });
      // A new token that looks expired is not refreshed again: this machine's clock may be wrong.
      if (!(await refresh(pair)) && stored.isStored(pair)) end('refused');
      else syncFromStorage();
    },
  };
}

/** Checks the shape, as a server may answer anything. */
function isPair(pair: Partial<TokenPair>): boolean {
  return typeof pair.access_token === 'string' && typeof pair.refresh_token === 'string';
}

const isSame = (one: Session, other: Session) => JSON.stringify(one) === JSON.stringify(other);
