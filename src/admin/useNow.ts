import { useMemo, useSyncExternalStore } from 'react';

const ONE_MINUTE = 60_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, ONE_MINUTE);
  return () => clearInterval(timer);
}

const today = () => new Date().toDateString();
const now = (_day: string) => new Date();

/** A moment of the current day: a page that stays open overnight renders again for the next one. For dates, not for times. */
export function useNow(): Date {
  const day = useSyncExternalStore(subscribe, today);
  return useMemo(() => now(day), [day]);
}
