import { useEffect, useRef, useState } from 'react';
import { createIdleClock, type IdleClock } from './idleClock';
import { hidePage } from './hidePage';

/** What shows that somebody is there. */
const ACTIVITY = [
  'keydown',
  'pointerdown',
  'pointermove',
  'touchstart',
  'wheel',
  'scroll',
] as const;
/** When the time may have made a leap: the computer slept, the tab was frozen or not looked at. */
const RETURN = ['visibilitychange', 'resume'] as const;

interface Idle {
  /** How long somebody has to say that they are there; null while nobody need be asked. */
  readonly secondsLeft: number | null;
  stay(): void;
}

/**
 * Follows whether somebody is at any tab of the app.
 * @param minutes how long nobody may be there
 * @param onEnd called after that
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
      onDoubt: () => {
        showPage = hidePage();
      },
      onLeft: (seconds) => {
        showPage();
        setSecondsLeft(seconds);
      },
      onEnd: () => {
        latestEnd.current();
        showPage();
      },
    });
    clock.current = current;

    const isStill = stillness();
    const notice = (event: Event) => {
      if (!isStill(event)) current.notice();
    };
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of ACTIVITY) {
      window.addEventListener(type, notice, { capture: true, passive: true, signal });
    }
    for (const type of RETURN) document.addEventListener(type, current.look, { signal });
    window.addEventListener('focus', current.look, { signal });
    window.addEventListener('pageshow', current.look, { signal });

    return () => {
      listening.abort();
      current.stop();
      clock.current = null;
      showPage();
      setSecondsLeft(null);
    };
  }, [minutes]);

  return { secondsLeft, stay: () => clock.current?.stay() };
}

/** Makes the question whether a pointer has not moved: browsers tell of a move, too, when the page moves below it. */
function stillness(): (event: Event) => boolean {
  let place = '';
  return (event) => {
    if (event.type !== 'pointermove') return false;
    const { screenX, screenY } = event as PointerEvent;
    const before = place;
    place = `${screenX},${screenY}`;
    return before === place || before === '';
  };
}
