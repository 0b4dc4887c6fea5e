/**
 * Who guesses passwords is slowed down: at one address more and more, from everywhere together only a little; and after very
 * many in a row the e-mail is stopped until the owner has chosen a new password. A device that has signed in before (its mark
 * is in a cookie) is counted alone, by the same numbers: what strangers do neither delays nor stops it.
 * Pure: moments are seconds, of the database's clock.
 */
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Wrong passwords that cost nothing, and how long they are remembered. */
const FREE_FAILURES = 10;
const WINDOW = 15 * MINUTE;
const FIRST_DELAY_HERE = 30;
const LONGEST_DELAY_HERE = 15 * MINUTE;
const FIRST_DELAY_ANYWHERE = 1;
const LONGEST_DELAY_ANYWHERE = 30;
/** Wrong passwords in a row after which even the right one is refused. */
export const LOCKOUT_AFTER = 100;
/** For so long a row of wrong passwords is counted as one. */
const ROW_MEMORY = 30 * DAY;

/** What is remembered of wrong passwords for an e-mail: on one device, at one address or anywhere. */
export interface Throttle {
  readonly failures: number;
  readonly windowEndsAt: number | null;
  readonly delayedUntil: number | null;
  /** In a row; counted on a device, or anywhere. */
  readonly consecutive: number;
  /** Null: until somebody ends it. */
  readonly expiresAt: number | null;
}

export interface Throttles {
  /** Of the device, or else of the address. */
  readonly here: Throttle;
  /** Null for a device: nothing from elsewhere counts for it, and it counts for nothing elsewhere. */
  readonly anywhere: Throttle | null;
}

/**
 * Decides whether a try counts at all, and counts it as wrong before its password is looked at: of many at once, no more
 * are weighed than of many in turn. One that turns out right, or none, is taken back.
 */
export function registerAttempt(
  { here, anywhere }: Throttles,
  now: number,
): Throttles & { isAdmitted: boolean } {
  if (isLockedOut(anywhere ?? here) || isDelayed(here, now) || isDelayed(anywhere, now)) {
    return { here, anywhere, isAdmitted: false };
  }
  const next = afterFailure(here, now, FIRST_DELAY_HERE, LONGEST_DELAY_HERE);
  return {
    here: anywhere ? { ...next, expiresAt: next.windowEndsAt } : inARow(next, now),
    anywhere:
      anywhere &&
      inARow(afterFailure(anywhere, now, FIRST_DELAY_ANYWHERE, LONGEST_DELAY_ANYWHERE), now),
    isAdmitted: true,
  };
}

/** Whether there were so many wrong passwords in a row that no other has a say: then a device is a stranger, too. */
export const isLockedOut = ({ consecutive }: Throttle): boolean => consecutive >= LOCKOUT_AFTER;

const isDelayed = (throttle: Throttle | null, now: number) => (throttle?.delayedUntil ?? 0) > now;

function inARow(throttle: Throttle, now: number): Throttle {
  const consecutive = throttle.consecutive + 1;
  return {
    ...throttle,
    consecutive,
    expiresAt: consecutive >= LOCKOUT_AFTER ? null : now + ROW_MEMORY,
  };
}

/** The window begins with the first; once there is a delay, it follows the last, so that delays keep growing. */
function afterFailure(throttle: Throttle, now: number, first: number, longest: number): Throttle {
  const { windowEndsAt } = throttle;
  const goesOn = windowEndsAt !== null && windowEndsAt > now;
  const failures = goesOn ? throttle.failures + 1 : 1;
  if (failures < FREE_FAILURES) {
    const endsAt = goesOn ? windowEndsAt : now + WINDOW;
    return { ...throttle, failures, windowEndsAt: endsAt, delayedUntil: null };
  }
  const delay = Math.min(first * 2 ** (failures - FREE_FAILURES), longest);
  return { ...throttle, failures, windowEndsAt: now + delay + WINDOW, delayedUntil: now + delay };
}

/** A try that was counted is taken back: it was not weighed after all. */
export function refundAttempt({ here, anywhere }: Throttles): Throttles {
  const less = (throttle: Throttle): Throttle => ({
    ...throttle,
    failures: Math.max(throttle.failures - 1, 0),
    consecutive: Math.max(throttle.consecutive - 1, 0),
    delayedUntil: throttle.failures <= FREE_FAILURES ? null : throttle.delayedUntil,
  });
  return { here: less(here), anywhere: anywhere && less(anywhere) };
}

/** The password was right. What strangers did elsewhere still slows strangers. */
export function clearAfterSuccess(throttles: Throttles, now: number): Throttles {
  const { anywhere } = refundAttempt(throttles);
  return {
    here: NO_FAILURES,
    anywhere: anywhere && { ...anywhere, consecutive: 0, expiresAt: now + ROW_MEMORY },
  };
}

/** Nothing went wrong yet. */
export const NO_FAILURES: Throttle = {
  failures: 0,
  windowEndsAt: null,
  delayedUntil: null,
  consecutive: 0,
  expiresAt: 0,
};
