/** The session as the app knows it; authProvider/sessionStore.ts implements it. */
import type { SessionSubject, TokenPair } from '../../contract/entities/session';
import type { TokenStore } from '../api/tokenStore';

/**
 * Why a session ended without a sign-out: the server refused it, was unreachable for too long, the person was idle, or the
 * account is no longer approved.
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
  /** Whether the browser stores the pair. If it blocks that, the session ends with the page, and other tabs have none. */
  isPersistent(): boolean;
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
