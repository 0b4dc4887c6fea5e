/**
 * Key-value storage of texts. A browser may block local storage: reading `localStorage` throws or returns null, or writing
 * throws. The texts are then in memory until the page is closed.
 */
export interface KeyStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
  /** Whether stored texts outlast the page. Checks by writing and removing a key. */
  isPersistent(): boolean;
}

const PROBE = 'probe';

/** @param open returns the browser's storage; may throw */
export function openStorage(open: () => Storage): KeyStorage {
  const memory = new Map<string, string>();
  let isBlocked = false;

  /** Returns what the browser's storage returns; once it has failed, what `fallback` does. */
  const attempt = <Result>(
    access: (storage: Storage) => Result,
    fallback: () => Result,
  ): Result => {
    if (isBlocked) return fallback();
    try {
      return access(open());
    } catch {
      isBlocked = true;
      return fallback();
    }
  };

  /** Removes a text from the browser's storage, also after a failure: a full one can still be removed from. */
  const remove = (key: string) => {
    try {
      open().removeItem(key);
    } catch {
      isBlocked = true;
    }
  };

  return {
    getItem: (key) =>
      attempt(
        (storage) => storage.getItem(key),
        () => memory.get(key) ?? null,
      ),
    setItem: (key, text) =>
      attempt(
        (storage) => storage.setItem(key, text),
        () => {
          // An earlier text must not be read in its place after a reload, or by another tab.
          remove(key);
          memory.set(key, text);
        },
      ),
    removeItem(key) {
      memory.delete(key);
      remove(key);
    },
    isPersistent: () =>
      attempt(
        (storage) => {
          storage.setItem(PROBE, '');
          storage.removeItem(PROBE);
          return true;
        },
        () => false,
      ),
  };
}
