/** Whether the database's disk is full, as far as this process knows. */
export interface DiskState {
  readonly isFull: boolean;
  set(isFull: boolean): void;
  /** Calls the listener when the disk becomes full, and when it has space again. */
  onChange(listener: (isFull: boolean) => void): void;
}

export function createDiskState(): DiskState {
  const listeners: ((isFull: boolean) => void)[] = [];
  let isFull = false;
  return {
    get isFull() {
      return isFull;
    },
    set(next) {
      if (next === isFull) return;
      isFull = next;
      for (const listener of listeners) listener(next);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
