/**
 * The signed-in person, kept in the browser's local storage under the keys `token` and `refresh_token` (spec section 3).
 * The only module that touches local storage. What it tells is for showing; the server decides on its own record.
 */
import { jwtDecode } from 'jwt-decode';
import { ROLES, type Role } from '../../contract/constants';
import type { SessionSubject, TokenPair } from '../../contract/entities/session';

const KEYS = { access_token: 'token', refresh_token: 'refresh_token' } as const;

export interface Session {
  /** `checking` only while a stored, expired token is being refreshed at start-up. */
  readonly status: 'checking' | 'signed-out' | 'signed-in';
  readonly user: SessionSubject | null;
  /** Whether the person signed out here by choice; a session that ended by itself may still have work on screen. */
  readonly hasLeft?: true;
}

export interface SessionStore {
  /** The same object until something changes. */
  get(): Session;
  /** Calls back after each change, in this tab or another. Answers how to stop. */
  subscribe(listener: () => void): () => void;
  /** The stored pair, read afresh, as another tab may have changed it. */
  read(): TokenPair | null;
  signIn(pair: TokenPair): void;
  signOut(): void;
  replace(expected: TokenPair, next: TokenPair): void;
  clear(expected: TokenPair): void;
  /**
   * The check at start-up (spec section 4): a token that cannot be read is forgotten, an expired one refreshed.
   * @param refresh exchanges the stored pair; answers whether the session goes on
   */
  start(refresh: () => Promise<boolean>): Promise<void>;
}

const SIGNED_OUT: Session = { status: 'signed-out', user: null };
const LEFT: Session = { ...SIGNED_OUT, hasLeft: true };

/** @param storage where the pair is kept; a test passes its own */
export function createSessionStore(storage: Storage = globalThis.localStorage): SessionStore {
  const listeners = new Set<() => void>();
  let session: Session = SIGNED_OUT;

  const set = (next: Session) => {
    session = next;
    for (const listener of listeners) listener();
  };

  const read = (): TokenPair | null => {
    const access_token = storage.getItem(KEYS.access_token);
    const refresh_token = storage.getItem(KEYS.refresh_token);
    return access_token && refresh_token ? { access_token, refresh_token } : null;
  };

  const store = (pair: TokenPair) => {
    storage.setItem(KEYS.access_token, pair.access_token);
    storage.setItem(KEYS.refresh_token, pair.refresh_token);
    showStored();
  };

  const forget = (next: Session) => {
    storage.removeItem(KEYS.access_token);
    storage.removeItem(KEYS.refresh_token);
    if (session.status !== 'signed-out') set(next);
  };

  const isStored = (pair: TokenPair) => read()?.refresh_token === pair.refresh_token;

  /** Follows what storage holds: after a write here, or in another tab. */
  const showStored = () => {
    const pair = read();
    const user = pair && readSubject(pair.access_token);
    if (!user) return forget(SIGNED_OUT);
    set({ status: 'signed-in', user });
  };

  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === null || event.key === KEYS.access_token) showStored();
  });

  return {
    get: () => session,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read,
    signIn: store,
    signOut: () => forget(LEFT),
    replace(expected, next) {
      if (isStored(expected)) store(next);
    },
    clear(expected) {
      if (isStored(expected)) forget(SIGNED_OUT);
    },
    async start(refresh) {
      const pair = read();
      if (!pair || !readSubject(pair.access_token)) return forget(SIGNED_OUT);
      if (!isExpired(pair.access_token)) return showStored();
      set({ status: 'checking', user: null });
      if (await refresh()) showStored();
      else forget(SIGNED_OUT);
    },
  };
}

function decode(token: string): { exp?: number; subject?: unknown; sub?: unknown } | null {
  try {
    return jwtDecode(token);
  } catch {
    return null;
  }
}

/** The person a token speaks for, or null when it cannot be read. Some servers put the object under `sub`. */
function readSubject(token: string): SessionSubject | null {
  const payload = decode(token);
  const subject = (payload?.subject ?? payload?.sub) as Partial<SessionSubject> | undefined;
  if (typeof subject !== 'object' || subject === null) return null;
  if (typeof subject.username !== 'string' || !ROLES.includes(subject.role as Role)) return null;
  return {
    username: subject.username,
    fullname: typeof subject.fullname === 'string' ? subject.fullname : '',
    role: subject.role as Role,
    approved: subject.approved === true,
  };
}

/** Compared in seconds (spec section 4). */
function isExpired(token: string): boolean {
  return (decode(token)?.exp ?? 0) <= Math.floor(Date.now() / 1_000);
}
