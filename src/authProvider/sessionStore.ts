/** The signed-in person. What it tells is for showing; the server decides on its own record. */
import type { SessionSubject, TokenPair } from '../../contract/entities/session';
import { isExpired, readSubject } from './accessToken';
import { createStoredPair, type Farewell } from './storedPair';

/** Why a session ended by itself: the server refused it, was away for too long, or nobody was there. */
export type EndReason = 'refused' | 'unreachable' | 'idle';

export interface Session {
  /**
   * `checking` only while a stored, expired token is being refreshed at start-up; `ended` while the screen of a session that
   * has ended waits for its person: the tokens are gone, and `user` is who may come back.
   */
  readonly status: 'checking' | 'signed-out' | 'signed-in' | 'ended';
  readonly user: SessionSubject | null;
  /** Whether the person signed out by choice, here or in another tab; a session that ended by itself may have work on screen. */
  readonly hasLeft?: true;
  /** Why the session ended, if it did so by itself. */
  readonly endedBy?: EndReason;
}

export interface SessionStore {
  /** The same object until something changes. */
  get(): Session;
  /** How every session begins: with nobody. */
  getFirst(): Session;
  /** Calls back after each change, in this tab or another. Answers how to stop. */
  subscribe(listener: () => void): () => void;
  /** The stored pair, read afresh, as another tab may have changed it. */
  read(): TokenPair | null;
  isStored(pair: TokenPair): boolean;
  /** Whom the stored pair speaks for. */
  owner(): string | null;
  /** Stores a pair. Answers whether it could be read; if not, nothing has changed. */
  signIn(pair: TokenPair): boolean;
  /** Whether the person has signed in on this page, and was not found signed in; until `welcome` is called. */
  isNew(): boolean;
  welcome(): void;
  /** Signs out by the person's choice, in all tabs. */
  signOut(): void;
  /** Ends the session without the person's choice. */
  end(why: EndReason): void;
  replace(expected: TokenPair, next: TokenPair): void;
  /** Forgets a pair that was refused, or whose server is away, unless storage shows another one. */
  clear(expected: TokenPair, why: 'refused' | 'unreachable'): Promise<void>;
  whenOther(pair: TokenPair, limit: number): Promise<void>;
  whenBack(): Promise<boolean> | null;
  /**
   * Says that a screen with somebody's work is open: as long as one is, a session that ends by itself is `ended` first and
   * not `signed-out`. Answers how to say that it no longer is.
   */
  holdScreen(): () => void;
  /**
   * The check at start-up (spec section 4): a token that cannot be read is forgotten, an expired one refreshed.
   * @param refresh exchanges the expired pair; answers whether the session goes on
   */
  start(refresh: (expired: TokenPair) => Promise<boolean>): Promise<void>;
}

/**
 * How long a tab may take to see what another one stored, in milliseconds: each has a copy of local storage, which follows
 * the others within a few milliseconds, later on a busy machine.
 */
const SETTLING = 1_000;

const SIGNED_OUT: Session = { status: 'signed-out', user: null };
const LEFT: Session = { ...SIGNED_OUT, hasLeft: true };

/** @param storage where the pair is kept; a test passes its own */
export function createSessionStore(storage: Storage = globalThis.localStorage): SessionStore {
  const listeners = new Set<() => void>();
  let session: Session = SIGNED_OUT;
  let openScreens = 0;
  let farewell: Farewell | undefined;
  let isNew = false;

  const set = (next: Session) => {
    if (isSame(session, next)) return;
    session = next;
    if (next.status === 'signed-out') isNew = false;
    for (const listener of listeners) listener();
  };

  /** Shows that the pair is gone, for who did not want it to. */
  const showEnd = (endedBy: EndReason) => {
    const { status, user } = session;
    if (status === 'signed-in' && openScreens > 0) set({ status: 'ended', user, endedBy });
    else if (status !== 'ended' && status !== 'signed-out') set({ ...SIGNED_OUT, endedBy });
  };

  const end = (why: EndReason) => {
    stored.remove(why === 'idle' ? 'idle' : undefined);
    showEnd(why);
  };

  /** Follows what storage holds: after a write here, or in another tab. */
  const showStored = () => {
    const pair = stored.read();
    const user = pair && readSubject(pair.access_token);
    if (user) set({ status: 'signed-in', user });
    else if (pair) end('refused');
    else showEnd(farewell === 'idle' ? 'idle' : 'refused');
    farewell = undefined;
  };

  const stored = createStoredPair(storage, {
    onChange: showStored,
    onFarewell: (why) => {
      farewell = why;
      if (why !== 'left') return;
      // What this tab stored while the other one signed out would sign in again who has left.
      if (stored.isJustWritten()) stored.remove();
      if (session.status !== 'signed-out') set(LEFT);
    },
  });

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return {
    get: () => session,
    getFirst: () => SIGNED_OUT,
    subscribe,
    read: stored.read,
    isStored: stored.isStored,
    owner: () => readSubject(stored.read()?.access_token ?? '')?.username ?? null,
    signIn(pair) {
      if (!isPair(pair) || !readSubject(pair.access_token)) return false;
      stored.write(pair);
      isNew = true;
      showStored();
      return true;
    },
    isNew: () => isNew,
    welcome() {
      isNew = false;
    },
    signOut() {
      // Another tab may have signed in again meanwhile.
      if (session.status !== 'ended') stored.remove(stored.read() ? 'left' : undefined);
      if (session.status !== 'signed-out') set(LEFT);
    },
    end,
    replace(expected, next) {
      if (!stored.isStored(expected)) return;
      stored.write(next);
      showStored();
    },
    whenOther: stored.whenOther,
    async clear(expected, why) {
      // A token is refused, too, when another tab has exchanged it.
      if (why === 'refused') await stored.whenOther(expected, SETTLING);
      if (stored.isStored(expected)) end(why);
    },
    whenBack() {
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
    holdScreen() {
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
      if (!isExpired(pair.access_token)) return showStored();
      set({ status: 'checking', user: null });
      // Also a new token that looks expired, as this machine's clock may be wrong, is not refreshed once more.
      if (!(await refresh(pair)) && stored.isStored(pair)) end('refused');
      else showStored();
    },
  };
}

/** A server may answer anything. */
function isPair(pair: Partial<TokenPair>): boolean {
  return typeof pair.access_token === 'string' && typeof pair.refresh_token === 'string';
}

const isSame = (one: Session, other: Session) => JSON.stringify(one) === JSON.stringify(other);
