/** What the tabs of one browser share, as tabs in processes of their own see it. */
import { vi } from 'vitest';
import { memoryStorage } from './fakeSession';

/**
 * A local storage for each tab: it shows at once what the tab itself writes, and what others write only when it is delivered,
 * with the events a browser fires.
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
  /** Every tab sees what all have written so far, in the order it was written. */
  const deliver = () => {
    for (const { by, key, newValue } of writes.splice(0)) {
      own.forEach((storage, tab) => tab !== by && write(storage, key, newValue));
      // All stores here hear it; the one that wrote has nothing to learn.
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    }
  };
  return { tabs, deliver };
}

/** Locks as a browser grants them: one holder each, the others in their order, until they are held or no longer wanted. */
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
