import type { TokenPair } from '../../contract/entities/session';

/** Where the token pair is stored; the session store implements it. */
export interface TokenStore {
  /** Reads the pair from storage each time, as another tab may have changed it. */
  read(): TokenPair | null;
  isStored(pair: TokenPair): boolean;
  /** The username of the stored pair; null without one. */
  owner(): string | null;
  /** Stores the next pair, unless storage no longer holds `expected`: another tab signed out or was faster. */
  replace(expected: TokenPair, next: TokenPair): void;
  /** Removes a pair that was refused, or whose server is unreachable, unless storage holds another one. */
  clear(expected: TokenPair, why: 'refused' | 'notApproved' | 'unreachable'): Promise<void>;
  /** Resolves once storage holds another pair or none; after `limit` milliseconds at the latest. */
  waitForChange(pair: TokenPair, limit: number): Promise<void>;
  /** Resolves to whether the user of an ended session has signed in again; null unless an open screen waits for them. */
  waitForSignIn(): Promise<boolean> | null;
  /** Calls the listener after each change, in this tab or another. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** The session of a call that is made now; null for what a visitor lacks. */
export const currentSession = (tokens: TokenStore) => ({
  pair: tokens.read(),
  owner: tokens.owner(),
});
