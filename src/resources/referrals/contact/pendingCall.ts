/**
 * The call that was started from a row, to ask what came of it once the page is there again, even if the phone had thrown it away.
 * Only the referral's id and the time are stored, for two hours at most.
 */
import type { SessionStore } from '../../../app/session';

const KEY = 'call';
const MAX_AGE = 2 * 60 * 60_000;

export interface PendingCall {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const listeners = new Set<() => void>();

/** Calls the listener when it is to be asked at once what comes of a call. Returns a function that ends it. */
export function onCall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Remembers that a call of a referral was started, until its person signs out.
 * @param asksNow whether it is asked at once what comes of it
 */
export function rememberCall(session: SessionStore, id: string, asksNow: boolean): void {
  const stop = session.subscribe(() => {
    if (session.get().status !== 'signed-out') return;
    forgetCall();
    stop();
  });
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ id, at: Date.now() } satisfies PendingCall));
  } catch {
    // Without storage, nothing is asked.
  }
  if (asksNow) for (const listener of listeners) listener();
}

export function forgetCall(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing is stored.
  }
}

/** The call of the last two hours that was not answered yet. */
export function readCall(): PendingCall | null {
  try {
    const { id, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<PendingCall>;
    const age = Date.now() - Number(at);
    if (typeof id === 'string' && age >= 0 && age < MAX_AGE) return { id, at: Number(at) };
  } catch {
    // Not ours, or no storage.
  }
  forgetCall();
  return null;
}
