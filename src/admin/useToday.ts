import { useSyncExternalStore } from 'react';
import { today } from '../i18n/providerTime';

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

/**
 * Today, YYYY-MM-DD: a page that stays open overnight renders again on the next day.
 *
 * @example
 * const today = useToday();
 * return <time dateTime={date.toISOString()}>{formatShortDate(date, today, language)}</time>;
 */
export const useToday = (): string => useSyncExternalStore(subscribe, today);
