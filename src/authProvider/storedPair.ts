/**
 * The token pair in the browser's local storage, under the keys `token` and `refresh_token` (spec section 3), shared by all
 * tabs; in memory where the browser blocks it (keyStorage.ts).
 */
import type { TokenPair } from '../../contract/entities/session';
import type { KeyStorage } from './keyStorage';

const KEYS = { access_token: 'token', refresh_token: 'refresh_token' } as const;
/** Key that is set and deleted at once before a pair is removed: tells other tabs why, and leaves nothing behind. */
const REMOVAL_KEY = 'farewell';

/** Milliseconds within which a write may have raced with another tab. */
const RACE_WINDOW = 5_000;

/** Why a tab removed the pair, as far as other tabs must know: the person signed out, was idle, or is no longer approved. */
export type RemovalReason = (typeof REMOVAL_REASONS)[number];
const REMOVAL_REASONS = ['left', 'idle', 'notApproved'] as const;

interface Listener {
  /** Another tab stored or removed a pair. */
  onChange: () => void;
  /** Another tab is about to remove the pair. */
  onRemoval: (why: RemovalReason) => void;
}

/** @param storage where the pair is stored */
export function createStoredPair(storage: KeyStorage, { onChange, onRemoval }: Listener) {
  let lastWrite: { readonly token: string; readonly at: number } | undefined;
  const waiters = new Set<() => void>();
  const checkWaiters = () => waiters.forEach((check) => check());

  const read = (): TokenPair | null => {
    const access_token = storage.getItem(KEYS.access_token);
    const refresh_token = storage.getItem(KEYS.refresh_token);
    return access_token && refresh_token ? { access_token, refresh_token } : null;
  };

  const isStored = (pair: TokenPair) => {
    const now = read();
    return now?.access_token === pair.access_token && now.refresh_token === pair.refresh_token;
  };

  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === REMOVAL_KEY) {
      const why = REMOVAL_REASONS.find((reason) => reason === newValue);
      if (why) onRemoval(why);
    }
    if (key === null || key === KEYS.access_token || key === KEYS.refresh_token) onChange();
    checkWaiters();
  });

  return {
    read,
    /** Whether storage holds this pair. */
    isStored,
    write({ access_token, refresh_token }: TokenPair) {
      lastWrite = { token: refresh_token, at: performance.now() };
      // The refresh token last: another tab may see one write before the other, and takes a new refresh token for a new pair.
      storage.setItem(KEYS.access_token, access_token);
      storage.setItem(KEYS.refresh_token, refresh_token);
      checkWaiters();
    },
    remove(why?: RemovalReason) {
      if (why) {
        storage.setItem(REMOVAL_KEY, why);
        storage.removeItem(REMOVAL_KEY);
      }
      storage.removeItem(KEYS.access_token);
      storage.removeItem(KEYS.refresh_token);
      checkWaiters();
    },
    /** Whether this tab has just written the stored pair. */
    isJustWritten: () =>
      lastWrite !== undefined &&
      performance.now() - lastWrite.at < RACE_WINDOW &&
      read()?.refresh_token === lastWrite.token,
    /** Resolves once storage holds another pair or none; after `limit` milliseconds at the latest. */
    waitForChange: (pair: TokenPair, limit: number) =>
      new Promise<void>((resolve) => {
        const stop = () => {
          clearTimeout(timer);
          waiters.delete(check);
          resolve();
        };
        const check = () => {
          if (!isStored(pair)) stop();
        };
        const timer = setTimeout(stop, limit);
        waiters.add(check);
        check();
      }),
  };
}
