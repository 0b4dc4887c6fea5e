import { useState, useSyncExternalStore } from 'react';
import type { Session } from '../app/session';
import { useT } from '../i18n/I18nProvider';
import { Button } from '../ui/Button';
import { lazyComponent } from '../app/lazyComponent';
import { useServices, useSession } from '../app/services';
import styles from './SessionStatus.module.css';

/**
 * The session on every page: a status bar while the server is unreachable or after an idle sign-out, and the warning before
 * one.
 */
export function SessionStatus() {
  const t = useT();
  const reconnecting = useReconnectingText();
  const session = useSession();
  const idleOut = useIdleOutText();
  const [closed, setClosed] = useState<Session>();
  const wasIdle =
    session.status === 'signed-out' && session.endedBy === 'idle' && session !== closed;
  const text = wasIdle ? idleOut : reconnecting;

  return (
    <>
      <div className={text ? styles.bar : undefined}>
        {/* Rendered before its text, as screen readers only announce changes. */}
        <p role="status" className={styles.text}>
          {text}
        </p>
        {wasIdle && (
          <Button variant="quiet" onClick={() => setClosed(session)}>
            {t('app.close')}
          </Button>
        )}
      </div>
      <IdleWatch />
    </>
  );
}

/** Milliseconds before a failed download is retried. */
const RETRY_DELAY = 10_000;

const IdleWarning = lazyComponent(async () => {
  for (;;) {
    try {
      return (await import('./IdleWarning')).IdleWarning;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    }
  }
}, null);

/** Warns an idle person and signs them out. Visitors do not download its code. */
function IdleWatch() {
  const { idleMinutes } = useServices().settings;
  const { status, user } = useSession();
  if (status !== 'signed-in' || idleMinutes === 0) return null;
  // A key per person, so that the idle time restarts for the next one.
  return <IdleWarning key={user?.username} minutes={idleMinutes} />;
}

/** The message after an idle sign-out. */
export function useIdleOutText(): string {
  const t = useT();
  const { idleMinutes } = useServices().settings;
  const minutes = t('session.minutes', { smart_count: idleMinutes });
  return t('session.idleOut', { minutes });
}

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
