/** The session in the browser. For display only: the server decides by its own records. */
import type { SessionSubject, TokenPair } from '../../contract/entities/session';
import type { TokenStore } from '../api/refreshTokens';
import { isExpired, readSubject } from './accessToken';
import { createStoredPair, type RemovalReason } from './storedPair';

/**
 * Why a session ended without a sign-out: the server refused it, was unreachable for too long, the person was idle, or the account
 * is no longer approved.
 */
export type EndReason = 'refused' | 'unreachable' | 'idle' | 'notApproved';

export interface Session {
  /**
   * `checking`: a stored, expired token is being refreshed at start-up. `ended`: the session has ended, and its screen waits
   * for the same person to sign in again; the tokens are gone, and `user` is that person.
   */
  readonly status: 'checking' | 'signed-out' | 'signed-in' | 'ended';
  readonly user: SessionSubject | null;
  /** Whether the person signed out, here or in another tab. A session that ended otherwise may have work on screen. */
  readonly hasSignedOut?: true;
  /** Why the session ended, unless the person signed out. */
  readonly endedBy?: EndReason;
}

export interface SessionStore extends TokenStore {
  /** Returns the same object until something changes. */
  get(): Session;
  /** The snapshot for server rendering and hydration: signed out. */
  getServerSnapshot(): Session;
  /** Stores a pair. Returns false, and changes nothing, when the pair cannot be read. */
  signIn(pair: TokenPair): boolean;
  /** Whether the person signed in on this page instead of being found signed in; until `acknowledgeSignIn` is called. */
  isNewSignIn(): boolean;
  acknowledgeSignIn(): void;
  /** Signs out in all tabs, because the person wants to. */
  signOut(): void;
  /** Ends the session for any other reason. */
  end(why: EndReason): void;
  /**
   * Registers an open screen that may hold work: while there is one, a session that ends without a sign-out becomes `ended`
   * first, not `signed-out`, unless the person could not sign in again. Returns a function that unregisters the screen.
   */
  registerOpenScreen(): () => void;
  /**
   * The check at start-up (spec section 4): removes a token that cannot be read, refreshes an expired one.
   * @param refresh exchanges the expired pair; resolves to whether the session continues
   */
  start(refresh: (expired: TokenPair) => Promise<boolean>): Promise<void>;
}

/**
 * How long a tab may take to see what another one stored, in milliseconds: each has its own copy of local storage, which is
 * synchronized within a few milliseconds, later on a busy machine.
 */
const STORAGE_SYNC_TIME = 1_000;

const SIGNED_OUT: Session = { status: 'signed-out', user: null };
const SIGNED_OUT_BY_USER: Session = { ...SIGNED_OUT, hasSignedOut: true };

/** @param storage where the pair is stored; a test passes its own */
export function createSessionStore(storage: Storage = globalThis.localStorage): SessionStore {
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
