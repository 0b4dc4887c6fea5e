/** Simulates tabs of one browser that run in separate processes: a tab sees storage changes of the others late. */
import { vi } from 'vitest';
import { memoryStorage } from './fakeSession';

/**
 * Makes one local storage per tab. A tab sees its own writes at once and those of other tabs only after `deliver`, which also
 * fires the storage events.
 */
export function laggingTabs(count: number) {
  const writes: { readonly by: number; readonly key: string; readonly newValue: string | null }[] =
    [];
  const own = Array.from({ length: count }, memoryStorage);
  const write = (storage: Storage | undefined, key: string, value: string | null) =>
    value === null ? storage?.removeItem(key) : storage?.setItem(key, value);
  const tabs = own.map((storage, by): Storage => {
    const change = (key: string, newValue: string | null) => {
      if (storage.getItem(key) === newValue) return;
      write(storage, key, newValue);
      writes.push({ by, key, newValue });
    };
    return {
      get length() {
        return storage.length;
      },
      clear: () => storage.clear(),
      key: (index) => storage.key(index),
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => change(key, value),
      removeItem: (key) => change(key, null),
    };
  });
  /** Applies all pending writes to the other tabs, in order. */
  const deliver = () => {
    for (const { by, key, newValue } of writes.splice(0)) {
      own.forEach((storage, tab) => tab !== by && write(storage, key, newValue));
      // All tabs share this window, so the writing tab's store hears the event too. Nothing changes there.
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    }
  };
  return { tabs, deliver };
}

/** Stubs the Web Locks API: one holder per lock, waiters in order, abortable until granted. */
export function stubLocks(): void {
  const queues = new Map<string, Promise<unknown>>();
  const request = (name: string, { signal }: { signal: AbortSignal }, run: () => unknown) => {
    const before = queues.get(name) ?? Promise.resolve();
    let isGranted = false;
    const granted = before.then(() => {
      isGranted = true;
      return signal.aborted ? undefined : run();
    });
    const released = granted.catch(() => undefined);
    queues.set(name, released);
    return new Promise((resolve, reject) => {
      granted.then(resolve, reject);
      const stop = () => !isGranted && reject(signal.reason as Error);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
    });
  };
  vi.stubGlobal('navigator', { locks: { request } });
}
