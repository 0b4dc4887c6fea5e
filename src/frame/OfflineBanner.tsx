import { useSyncExternalStore } from 'react';
import { useT } from '../i18n/I18nProvider';
import styles from './OfflineBanner.module.css';

/** A banner above every page while the browser is offline. */
export function OfflineBanner() {
  const t = useT();
  const isOffline = useSyncExternalStore(subscribe, isOfflineNow, isOfflineOnServer);
  return (
    // Rendered before its text, as screen readers only announce changes.
    <div role="status" className={isOffline ? styles.banner : undefined}>
      {isOffline && t('offline.text')}
    </div>
  );
}

const EVENTS = ['online', 'offline'];

function subscribe(listener: () => void): () => void {
  for (const name of EVENTS) window.addEventListener(name, listener);
  return () => {
    for (const name of EVENTS) window.removeEventListener(name, listener);
  };
}

const isOfflineNow = () => !navigator.onLine;
/** The snapshot for server rendering. */
const isOfflineOnServer = () => false;
