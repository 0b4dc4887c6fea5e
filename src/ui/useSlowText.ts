import { useEffect, useState, useSyncExternalStore } from 'react';
import { useT } from '../i18n/I18nProvider';
import { useServices } from '../app/services';

/** Whether the flag has been true for at least `delay` milliseconds. */
export function useDelayedFlag(isActive: boolean, delay: number): boolean {
  const [isDelayed, setDelayed] = useState(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => setDelayed(true), delay);
    return () => {
      clearTimeout(timer);
      setDelayed(false);
    };
  }, [isActive, delay]);
  return isDelayed;
}

/** Milliseconds after which sending counts as slow. */
const SLOW_AFTER = 10_000;

/** The message about a request without an answer yet: that it is slow, or that it is being retried. */
export function useSlowText(isSending: boolean): string | undefined {
  const t = useT();
  const { resending } = useServices().api;
  const isSlow = useDelayedFlag(isSending, SLOW_AFTER);
  const isResending = useSyncExternalStore(resending.subscribe, resending.get, () => false);
  if (!isSending) return undefined;
  if (isResending) return t('sending.tryingAgain');
  return isSlow ? t('sending.stillWorking') : undefined;
}
