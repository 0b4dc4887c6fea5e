import { useSyncExternalStore } from 'react';
import { useT } from '../i18n/I18nProvider';
import styles from './OfflineBanner.module.css';

/** Says above every page that the browser has no connection, for as long as it has none. */
export function OfflineBanner() {
  const t = useT();
  const isOffline = useSyncExternalStore(subscribe, isOfflineNow, isOfflineElsewhere);
  return (
    // There before its text, as screen readers only speak of changes.
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
/** Where a page is drawn without a browser. */
const isOfflineElsewhere = () => false;
