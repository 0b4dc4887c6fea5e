import { useSyncExternalStore } from 'react';
import { useT } from '../../i18n/I18nProvider';
import { useServices, useSession } from '../services';

/** The message while a signed-in person's session waits for an unreachable server; else undefined. */
export function useReconnectingText(): string | undefined {
  const t = useT();
  const { reconnecting } = useServices().api;
  const isReconnecting = useSyncExternalStore(
    reconnecting.subscribe,
    reconnecting.get,
    () => false,
  );
  const { status } = useSession();
  return isReconnecting && status !== 'signed-out' ? t('session.reconnecting') : undefined;
}
