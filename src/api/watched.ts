/** Something that can be followed as it changes. */
export interface Watched<Value> {
  get(): Value;
  /** Calls back after each change. Answers how to stop. */
  subscribe(listener: () => void): () => void;
}

export function createWatched<Value>(first: Value): Watched<Value> & { set(next: Value): void } {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
