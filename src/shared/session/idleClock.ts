import { IDLE_WARNING } from '../../../contract/constants';

const CHANNEL = 'presence';
const SECOND = 1_000;
/** How long other tabs have to say that somebody is there, in milliseconds: this one may have slept through it. */
const LAST_CALL = 250;

/** What a tab tells the others: when somebody was there last; or asks them. Nothing says who. */
type News = number | 'anybody?';

interface Listener {
  /** Seconds until the end once the warning is due, else null. */
  onLeft: (seconds: number | null) => void;
  /** Nobody may be there any more: what is on screen must not be seen until `onLeft` or `onEnd` says how it is. */
  onDoubt: () => void;
  onEnd: () => void;
}

export interface IdleClock {
  /** Somebody did something. While they are being warned only their answer counts: reaching for a button is none yet. */
  notice(): void;
  /** They want to stay. */
  stay(): void;
  /** Looks at the time, which may have made a leap. */
  look(): void;
  stop(): void;
}

/**
 * Measures for how long nobody has been at any tab. It compares times instead of trusting timers, which stand still while a
 * computer sleeps or a tab is frozen.
 * @param minutes after how long it is over
 */
export function createIdleClock(minutes: number, { onLeft, onDoubt, onEnd }: Listener): IdleClock {
  const limit = minutes * 60 * SECOND;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  let last = Date.now();
  let told = 0;
  let isWarning = false;
  let lastCall: ReturnType<typeof setTimeout> | undefined;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  const tell = (news: News) => channel?.postMessage(news);

  const look = () => {
    const left = last + limit - Date.now();
    if (left > 0) {
      clearTimeout(lastCall);
      lastCall = undefined;
      isWarning = left <= IDLE_WARNING * SECOND;
      onLeft(isWarning ? Math.ceil(left / SECOND) : null);
    } else if (lastCall === undefined) {
      onDoubt();
      lastCall = setTimeout(onEnd, channel ? LAST_CALL : 0);
      tell('anybody?');
    }
  };

  const stay = () => {
    last = Date.now();
    // Each second at most, however much the pointer moves.
    if (last - told >= SECOND) {
      told = last;
      tell(last);
    }
    if (isWarning) look();
  };

  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data === 'anybody?') return tell(last);
    if (typeof data !== 'number' || data <= last) return;
    last = Math.min(data, Date.now());
    look();
  });
  const ticking = setInterval(look, SECOND);
  stay();

  return {
    look,
    stay: () => {
      told = 0;
      stay();
    },
    notice: () => {
      look();
      if (!isWarning && lastCall === undefined) stay();
    },
    stop: () => {
      clearInterval(ticking);
      clearTimeout(lastCall);
      channel?.close();
    },
  };
}
