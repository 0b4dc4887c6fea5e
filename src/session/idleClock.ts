import { IDLE_WARNING } from '../../contract/constants';

const CHANNEL = 'presence';
const SECOND = 1_000;
/** How long other tabs have to report activity before the end, in milliseconds: this tab may have missed it while frozen. */
const GRACE_TIME = 250;

/** A message between tabs: the time of the last activity, or a request for it. Contains nothing about the person. */
type PresenceMessage = number | 'anybody?';

interface Listener {
  /** Called with the seconds left once the warning is due, else with null. */
  onCountdown: (seconds: number | null) => void;
  /** The time may be over: the screen must be hidden until `onCountdown` or `onEnd` is called. */
  onMaybeExpired: () => void;
  onEnd: () => void;
}

/** Null where the browser lacks channels or blocks them: each tab then measures for itself. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

export type IdleClock = ReturnType<typeof createIdleClock>;

/**
 * Measures how long the person has been idle in all tabs. It compares times instead of trusting timers, which stop while a
 * computer sleeps or a tab is frozen.
 * @param minutes the idle time after which `onEnd` is called
 */
export function createIdleClock(minutes: number, { onCountdown, onMaybeExpired, onEnd }: Listener) {
  const limit = minutes * 60 * SECOND;
  const channel = openChannel();
  let lastActivity = Date.now();
  let lastBroadcast = 0;
  let isWarning = false;
  let graceTimer: ReturnType<typeof setTimeout> | undefined;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  const broadcast = (message: PresenceMessage) => channel?.postMessage(message);

  const checkTime = () => {
    const now = Date.now();
    // Times from before the clock was set back would be in the future.
    lastActivity = Math.min(lastActivity, now);
    lastBroadcast = Math.min(lastBroadcast, now);
    const left = lastActivity + limit - now;
    if (left > 0) {
      clearTimeout(graceTimer);
      graceTimer = undefined;
      isWarning = left <= IDLE_WARNING * SECOND;
      onCountdown(isWarning ? Math.ceil(left / SECOND) : null);
    } else if (graceTimer === undefined) {
      onMaybeExpired();
      graceTimer = setTimeout(onEnd, channel ? GRACE_TIME : 0);
      broadcast('anybody?');
    }
  };

  const stay = () => {
    lastActivity = Date.now();
    // At most once a second, however much the pointer moves.
    if (lastActivity - lastBroadcast >= SECOND) {
      lastBroadcast = lastActivity;
      broadcast(lastActivity);
    }
    if (isWarning) checkTime();
  };

  channel?.addEventListener('message', ({ data }: MessageEvent<PresenceMessage>) => {
    if (data === 'anybody?') return broadcast(lastActivity);
    if (typeof data !== 'number' || data <= lastActivity) return;
    lastActivity = Math.min(data, Date.now());
    checkTime();
  });
  const interval = setInterval(checkTime, SECOND);
  stay();

  return {
    /** Checks the time, which may have jumped. */
    check: checkTime,
    /** The person wants to stay signed in. */
    stay: () => {
      lastBroadcast = 0;
      stay();
    },
    /** Records activity. During a warning only `stay` counts: reaching for a button is no answer yet. */
    recordActivity: () => {
      checkTime();
      if (!isWarning && graceTimer === undefined) stay();
    },
    stop: () => {
      clearInterval(interval);
      clearTimeout(graceTimer);
      channel?.close();
    },
  };
}
