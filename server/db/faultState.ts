/** Whether the database has a fault, such as a full disk, as far as this process knows. */
export interface FaultState {
  readonly isOn: boolean;
  set(isOn: boolean): void;
  /** Calls the listener when the fault begins, and when it ends. */
  onChange(listener: (isOn: boolean) => void): void;
}

export function createFaultState(): FaultState {
  const listeners: ((isOn: boolean) => void)[] = [];
  let isOn = false;
  return {
    get isOn() {
      return isOn;
    },
    set(next) {
      if (next === isOn) return;
      isOn = next;
      for (const listener of listeners) listener(next);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
