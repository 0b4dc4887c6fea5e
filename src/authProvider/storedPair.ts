/**
 * The pair of tokens in the browser's local storage, under the keys `token` and `refresh_token` (spec section 3), shared by
 * all tabs. The only module that touches local storage.
 */
import type { TokenPair } from '../../contract/entities/session';

const KEYS = { access_token: 'token', refresh_token: 'refresh_token' } as const;
/** Written and removed at once before a pair is forgotten: other tabs learn why, and nothing stays. */
const FAREWELL = 'farewell';

/** Within how many milliseconds a write may have crossed with what another tab did. */
const CROSSING = 5_000;

/** Why a tab forgot the pair, as far as the others must know: its person left, or nobody was there. */
export type Farewell = 'left' | 'idle';

export interface StoredPair {
  read(): TokenPair | null;
  /** Whether storage shows this pair. */
  isStored(pair: TokenPair): boolean;
  write(pair: TokenPair): void;
  remove(why?: Farewell): void;
  /** Whether the pair stored now is one this tab has written a moment ago. */
  isJustWritten(): boolean;
  /** Resolves once storage shows another pair than this one, or none; after `limit` milliseconds at the latest. */
  whenOther(pair: TokenPair, limit: number): Promise<void>;
}

interface Listener {
  /** Another tab stored a pair, or forgot it. */
  onChange: () => void;
  /** Another tab is about to forget the pair. */
  onFarewell: (why: Farewell) => void;
}

/** @param storage where the pair is kept */
export function createStoredPair(storage: Storage, { onChange, onFarewell }: Listener): StoredPair {
  let written: { readonly token: string; readonly at: number } | undefined;
  const waiting = new Set<() => void>();
  const checkWaiting = () => waiting.forEach((check) => check());

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
    if (key === FAREWELL && (newValue === 'left' || newValue === 'idle')) onFarewell(newValue);
    if (key === null || key === KEYS.access_token || key === KEYS.refresh_token) onChange();
    checkWaiting();
  });

  return {
    read,
    isStored,
    write({ access_token, refresh_token }) {
      written = { token: refresh_token, at: Date.now() };
      // The refresh token last: another tab may see one write before the other, and takes a new one for a new pair.
      storage.setItem(KEYS.access_token, access_token);
      storage.setItem(KEYS.refresh_token, refresh_token);
      checkWaiting();
    },
    remove(why) {
      if (why) {
        storage.setItem(FAREWELL, why);
        storage.removeItem(FAREWELL);
      }
      storage.removeItem(KEYS.access_token);
      storage.removeItem(KEYS.refresh_token);
      checkWaiting();
    },
    isJustWritten: () =>
      written !== undefined &&
      Date.now() - written.at < CROSSING &&
      read()?.refresh_token === written.token,
    whenOther: (pair, limit) =>
      new Promise((resolve) => {
        const stop = () => {
          clearTimeout(timer);
          waiting.delete(check);
          resolve();
        };
        const check = () => {
          if (!isStored(pair)) stop();
        };
        const timer = setTimeout(stop, limit);
        waiting.add(check);
        check();
      }),
  };
}
