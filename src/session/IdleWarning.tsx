import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../i18n/I18nProvider';
import { Button } from '../ui/Button';
import { Modal, ModalActions } from '../ui/Modal';
import { routes } from '../app/routes';
import { useServices } from '../app/services';
import { endIdleSession, useLogOut } from './useLogOut';
import { hidePage } from './hidePage';
import { createIdleClock, type IdleClock } from './idleClock';
import styles from './IdleWarning.module.css';

/** Watches for activity, warns an idle person, and then signs them out. */
export function IdleWarning({ minutes }: { minutes: number }) {
  const services = useServices();
  const { secondsLeft, stay } = useIdle(minutes, () => endIdleSession(services));
  if (secondsLeft === null) return null;
  // Outside the app's root: an open MUI dialog hides everything in it from screen readers.
  return createPortal(<Warning secondsLeft={secondsLeft} onStay={stay} />, document.body);
}

/** Seconds left at which a screen reader announces the countdown. */
const ANNOUNCED_AT = [30, 10];

function Warning({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  const t = useT();
  const id = useId();
  const logOut = useLogOut(routes.home.path);
  const announced = ANNOUNCED_AT.findLast((seconds) => secondsLeft <= seconds);

  return (
    <Modal title={t('session.idleTitle')} role="alertdialog" describedBy={id} onClose={onStay}>
      <p id={id}>{t('session.idleText')}</p>
      <p className={styles.left} aria-hidden="true">
        {t('session.idleIn', { smart_count: secondsLeft })}
      </p>
      <p role="status" className="visually-hidden">
        {announced !== undefined && t('session.idleIn', { smart_count: announced })}
      </p>
      <ModalActions>
        <Button onClick={onStay}>{t('session.stay')}</Button>
        <Button variant="secondary" onClick={logOut}>
          {t('header.logout')}
        </Button>
      </ModalActions>
    </Modal>
  );
}

/** Events that count as activity. */
const ACTIVITY = [
  'keydown',
  'pointerdown',
  'pointermove',
  'touchstart',
  'wheel',
  'scroll',
] as const;
/** Events after which the time may have jumped: the computer slept, the tab was frozen or hidden. */
const RETURN = ['visibilitychange', 'resume'] as const;

/**
 * Watches for activity in all tabs of the app.
 * @param minutes the allowed idle time
 * @param onEnd called after it
 * @returns the seconds until the sign-out once the warning is due, else null
 */
function useIdle(minutes: number, onEnd: () => void) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const clock = useRef<IdleClock>(null);
  const latestEnd = useRef(onEnd);
  useEffect(() => {
    latestEnd.current = onEnd;
  });

  useEffect(() => {
    let showPage = () => {};
    const current = createIdleClock(minutes, {
      onMaybeExpired: () => {
        showPage = hidePage();
      },
      onCountdown: (seconds) => {
        showPage();
        setSecondsLeft(seconds);
      },
      onEnd: () => {
        latestEnd.current();
        showPage();
      },
    });
    clock.current = current;

    const isPointerStill = createStillPointerFilter();
    const onActivity = (event: Event) => {
      if (!isPointerStill(event)) current.recordActivity();
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    for (const type of ACTIVITY) {
      window.addEventListener(type, onActivity, { capture: true, passive: true, signal });
    }
    for (const type of RETURN) document.addEventListener(type, current.check, { signal });
    window.addEventListener('focus', current.check, { signal });
    window.addEventListener('pageshow', current.check, { signal });

    return () => {
      listeners.abort();
      current.stop();
      clock.current = null;
      showPage();
      setSecondsLeft(null);
    };
  }, [minutes]);

  return { secondsLeft, stay: () => clock.current?.stay() };
}

/** Creates a filter for `pointermove` events without movement: browsers also fire them when the page moves below the pointer. */
function createStillPointerFilter(): (event: Event) => boolean {
  let position = '';
  return (event) => {
    if (event.type !== 'pointermove') return false;
    const { screenX, screenY } = event as PointerEvent;
    const before = position;
    position = `${screenX},${screenY}`;
    return before === position || before === '';
  };
}
