import { useEffect, useRef, useState } from 'react';
import { createIdleClock, type IdleClock } from './idleClock';
import { hidePage } from './hidePage';

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

interface Idle {
  /** Seconds until the sign-out once the warning is due, else null. */
  readonly secondsLeft: number | null;
  stay(): void;
}

/**
 * Watches for activity in all tabs of the app.
 * @param minutes the allowed idle time
 * @param onEnd called after it
 */
export function useIdle(minutes: number, onEnd: () => void): Idle {
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
