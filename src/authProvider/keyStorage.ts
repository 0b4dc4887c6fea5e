/**
 * Storage of texts by key. A browser may block it: reading `localStorage` throws, or it is null, or it cannot be written to. The
 * texts are then in memory, as long as the page.
 */
export interface KeyStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
  /** Whether what is stored outlasts the page. It asks the browser by writing a key, and removes it. */
  isLasting(): boolean;
}

const PROBE = 'probe';

/** @param open returns the browser's storage; may throw */
export function openStorage(open: () => Storage): KeyStorage {
  const memory = new Map<string, string>();
  let isBlocked = false;

  /** Returns what the browser's storage returns; once it has failed, what `otherwise` does. */
  const attempt = <Result>(ask: (storage: Storage) => Result, otherwise: () => Result): Result => {
    if (isBlocked) return otherwise();
    try {
      return ask(open());
    } catch {
      isBlocked = true;
      return otherwise();
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
    isLasting: () =>
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
