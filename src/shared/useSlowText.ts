import { useSyncExternalStore } from 'react';
import { useT } from '../i18n/I18nProvider';
import { useServices } from './services';
import { useLasting } from './useLasting';

/** Milliseconds after which waiting needs a word. */
const A_WHILE = 10_000;

/** What to say of something that is being sent and does not arrive: that it goes on, or that it is tried again. */
export function useSlowText(isSending: boolean): string | undefined {
  const t = useT();
  const { resending } = useServices().api;
  const isSlow = useLasting(isSending, A_WHILE);
  const isResending = useSyncExternalStore(resending.subscribe, resending.get, () => false);
  if (!isSending) return undefined;
  if (isResending) return t('sending.tryingAgain');
  return isSlow ? t('sending.stillWorking') : undefined;
}
