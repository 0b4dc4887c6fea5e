import { useState } from 'react';
import type { Session } from '../../authProvider/sessionStore';
import { useT } from '../../i18n/I18nProvider';
import { Button } from '../Button';
import { useSession } from '../services';
import styles from './SessionStatus.module.css';
import { useIdleOutText } from './useIdleOutText';
import { useReconnectingText } from './useReconnectingText';

/** Status bar of the session, on every page: the server is unreachable, or an idle person was signed out. */
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
  );
}
