import { useMemo, useSyncExternalStore } from 'react';

const ONE_MINUTE = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all, as each row of a list has dates. */
function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  timer ??= setInterval(() => listeners.forEach((listener) => listener()), ONE_MINUTE);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const today = () => new Date().toDateString();
const now = (_day: string) => new Date();

/**
 * The current date: a page that stays open overnight renders again on the next day. Its time of day is not current.
 *
 * @example
 * const now = useNow();
 * return <time dateTime={date.toISOString()}>{formatShortDate(date, now, language)}</time>;
 */
export function useNow(): Date {
  const day = useSyncExternalStore(subscribe, today);
  return useMemo(() => now(day), [day]);
}
