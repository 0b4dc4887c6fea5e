/**
 * Throttles password guessing. Wrong passwords delay further attempts: with a growing delay per network, of each size, and with
 * a short one per email over all networks. LOCKOUT_AFTER wrong passwords in a row lock the email out until the lockout is
 * lifted. A device that has logged in before (device cookie), and an account that changes its password, have counters of their
 * own with the same limits: other people's attempts neither delay them nor lock them out.
 * Pure functions. Times are in seconds, by the database's clock.
 */
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** From this failure within a window on, each failure causes a delay. */
export const DELAY_FROM = 10;
const WINDOW = 15 * MINUTE;
/** The first delay, which doubles with each further failure, and the longest. */
interface Delays {
  readonly first: number;
  readonly max: number;
}
const SOURCE_DELAYS: Delays = { first: 30, max: 15 * MINUTE };
const EMAIL_DELAYS: Delays = { first: 1, max: 30 };
/** Consecutive wrong passwords after which even the right one is refused. */
export const LOCKOUT_AFTER = 100;
/** Consecutive failures are forgotten this long after the last one. */
const CONSECUTIVE_LIFETIME = 30 * DAY;

/** The longest that a delay, a window and a row can last from now on. */
export const MAX_SECONDS = {
  sourceDelay: SOURCE_DELAYS.max,
  emailDelay: EMAIL_DELAYS.max,
  window: SOURCE_DELAYS.max + WINDOW,
  row: CONSECUTIVE_LIFETIME,
} as const;

/** The wrong passwords for an email: from one device, from one network, or in total. */
export interface Throttle {
  /** `DELAY_FROM`, or more for a wide network and less for a narrow one. */
  readonly delayFrom: number;
  readonly failures: number;
  readonly windowEndsAt: number | null;
  readonly delayedUntil: number | null;
  /** Wrong passwords in a row. Counted per device and in total, not per network. */
  readonly consecutive: number;
  /** Null for a lockout, which never expires and must be lifted. */
  readonly expiresAt: number | null;
}

export interface Throttles {
  /** Of the device or, without a valid device cookie, of the widest network. */
  readonly perSource: Throttle;
  /** Of the narrower networks in it. */
  readonly narrower?: readonly Throttle[];
  /** Total over all networks. Null for a device, which is counted separately. */
  readonly perEmail: Throttle | null;
}

/**
 * Decides whether an attempt is admitted, and counts it as a failure before its password is checked, so that parallel attempts
 * get no more guesses than sequential ones. `clearAfterSuccess` and `refundAttempt` undo the count.
 */
export function registerAttempt(
  throttles: Throttles,
  now: number,
): Required<Throttles> & { isAdmitted: boolean } {
  const perSource = capEnds(throttles.perSource, now, SOURCE_DELAYS);
  const narrower = (throttles.narrower ?? []).map((each) => capEnds(each, now, SOURCE_DELAYS));
  const perEmail = throttles.perEmail && capEnds(throttles.perEmail, now, EMAIL_DELAYS);
  const isAnyDelayed = [perSource, perEmail, ...narrower].some((one) => isDelayed(one, now));
  if (isLockedOut(perEmail ?? perSource) || isAnyDelayed) {
    return { perSource, perEmail, narrower, isAdmitted: false };
  }
  const fail = (throttle: Throttle) => afterFailure(throttle, now, SOURCE_DELAYS);
  const next = fail(perSource);
  return {
    narrower: narrower.map(fail),
    perSource: perEmail ? { ...next, expiresAt: next.windowEndsAt } : countConsecutive(next, now),
    perEmail: perEmail && countConsecutive(afterFailure(perEmail, now, EMAIL_DELAYS), now),
    isAdmitted: true,
  };
}

/** Whether consecutive failures have reached LOCKOUT_AFTER. A locked-out device is treated like an unknown one. */
export const isLockedOut = ({ consecutive }: Throttle): boolean => consecutive >= LOCKOUT_AFTER;

const isDelayed = (throttle: Throttle | null, now: number) => (throttle?.delayedUntil ?? 0) > now;

function countConsecutive(throttle: Throttle, now: number): Throttle {
  const consecutive = throttle.consecutive + 1;
  return {
    ...throttle,
    consecutive,
    expiresAt: consecutive >= LOCKOUT_AFTER ? null : now + CONSECUTIVE_LIFETIME,
  };
}

/**
 * Counts a failure. The window starts at the first failure. Once failures cause delays, each one
 * extends the window past its delay, so that delays grow.
 */
function afterFailure(throttle: Throttle, now: number, delays: Delays): Throttle {
  const { windowEndsAt, delayFrom } = throttle;
  const isInWindow = windowEndsAt !== null && windowEndsAt > now;
  const failures = isInWindow ? throttle.failures + 1 : 1;
  if (failures < delayFrom) {
    const endsAt = isInWindow ? windowEndsAt : now + WINDOW;
    return { ...throttle, failures, windowEndsAt: endsAt, delayedUntil: null };
  }
  const delay = delayAfter(failures, delayFrom, delays);
  return { ...throttle, failures, windowEndsAt: now + delay + WINDOW, delayedUntil: now + delay };
}

/** The delay after a number of failures, at least `delayFrom`. */
const delayAfter = (failures: number, delayFrom: number, { first, max }: Delays): number =>
  Math.min(first * 2 ** (failures - delayFrom), max);

/** Caps each end at the latest that a failure now could set: a later one was stored while the clock was ahead. */
function capEnds(throttle: Throttle, now: number, delays: Delays): Throttle {
  const { failures, delayFrom, windowEndsAt, delayedUntil, expiresAt } = throttle;
  const delay = failures < delayFrom ? 0 : delayAfter(failures, delayFrom, delays);
  const within = (time: number | null, seconds: number) =>
    time === null ? null : Math.min(time, now + seconds);
  return {
    ...throttle,
    windowEndsAt: within(windowEndsAt, delay + WINDOW),
    delayedUntil: within(delayedUntil, delay),
    expiresAt: within(expiresAt, MAX_SECONDS.row),
  };
}

/** Undoes the count of an attempt whose password was not checked or was not wrong. */
export function refundAttempt({
  perSource,
  perEmail,
  narrower = [],
}: Throttles): Required<Throttles> {
  const decrement = (throttle: Throttle): Throttle => ({
    ...throttle,
    failures: Math.max(throttle.failures - 1, 0),
    consecutive: Math.max(throttle.consecutive - 1, 0),
    delayedUntil: throttle.failures <= throttle.delayFrom ? null : throttle.delayedUntil,
  });
  return {
    perSource: decrement(perSource),
    perEmail: perEmail && decrement(perEmail),
    narrower: narrower.map(decrement),
  };
}

/** Clears the failures of this source and the consecutive count. The delay per email remains for other sources. */
export function clearAfterSuccess(throttles: Throttles, now: number): Required<Throttles> {
  const { perEmail, perSource, narrower } = refundAttempt(throttles);
  const clear = ({ delayFrom }: Throttle): Throttle => ({ ...NO_FAILURES, delayFrom });
  return {
    perSource: clear(perSource),
    narrower: narrower.map(clear),
    perEmail: perEmail && { ...perEmail, consecutive: 0, expiresAt: now + CONSECUTIVE_LIFETIME },
  };
}

export const NO_FAILURES: Throttle = {
  delayFrom: DELAY_FROM,
  failures: 0,
  windowEndsAt: null,
  delayedUntil: null,
  consecutive: 0,
  expiresAt: 0,
};
