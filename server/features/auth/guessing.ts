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
export const STOP_AFTER = 100;
/** For so long a row of wrong passwords is counted as one. */
const ROW_MEMORY = 30 * DAY;

/** What is remembered of wrong passwords for an e-mail: on one device, at one address or anywhere. */
export interface Guard {
  readonly failures: number;
  readonly windowEndsAt: number | null;
  readonly delayedUntil: number | null;
  /** In a row; counted on a device, or anywhere. */
  readonly consecutive: number;
  /** Null: until somebody ends it. */
  readonly expiresAt: number | null;
}

export interface Guards {
  /** Of the device, or else of the address. */
  readonly here: Guard;
  /** Null for a device: nothing from elsewhere counts for it, and it counts for nothing elsewhere. */
  readonly anywhere: Guard | null;
}

/**
 * Decides whether a try counts at all, and counts it as wrong before its password is looked at: of many at once, no more
 * are weighed than of many in turn. One that turns out right, or none, is taken back.
 */
export function weigh({ here, anywhere }: Guards, now: number): Guards & { isWeighed: boolean } {
  if (isStopped(anywhere ?? here) || isDelayed(here, now) || isDelayed(anywhere, now)) {
    return { here, anywhere, isWeighed: false };
  }
  const next = afterFailure(here, now, FIRST_DELAY_HERE, LONGEST_DELAY_HERE);
  return {
    here: anywhere ? { ...next, expiresAt: next.windowEndsAt } : inARow(next, now),
    anywhere:
      anywhere &&
      inARow(afterFailure(anywhere, now, FIRST_DELAY_ANYWHERE, LONGEST_DELAY_ANYWHERE), now),
    isWeighed: true,
  };
}

/** Whether there were so many wrong passwords in a row that no other has a say: then a device is a stranger, too. */
export const isStopped = ({ consecutive }: Guard): boolean => consecutive >= STOP_AFTER;

const isDelayed = (guard: Guard | null, now: number) => (guard?.delayedUntil ?? 0) > now;

function inARow(guard: Guard, now: number): Guard {
  const consecutive = guard.consecutive + 1;
  return { ...guard, consecutive, expiresAt: consecutive >= STOP_AFTER ? null : now + ROW_MEMORY };
}

/** The window begins with the first; once there is a delay, it follows the last, so that delays keep growing. */
function afterFailure(guard: Guard, now: number, first: number, longest: number): Guard {
  const { windowEndsAt } = guard;
  const goesOn = windowEndsAt !== null && windowEndsAt > now;
  const failures = goesOn ? guard.failures + 1 : 1;
  if (failures < FREE_FAILURES) {
    const endsAt = goesOn ? windowEndsAt : now + WINDOW;
    return { ...guard, failures, windowEndsAt: endsAt, delayedUntil: null };
  }
  const delay = Math.min(first * 2 ** (failures - FREE_FAILURES), longest);
  return { ...guard, failures, windowEndsAt: now + delay + WINDOW, delayedUntil: now + delay };
}

/** A try that was counted is taken back: it was not weighed after all. */
export function takenBack({ here, anywhere }: Guards): Guards {
  const less = (guard: Guard): Guard => ({
    ...guard,
    failures: Math.max(guard.failures - 1, 0),
    consecutive: Math.max(guard.consecutive - 1, 0),
    delayedUntil: guard.failures <= FREE_FAILURES ? null : guard.delayedUntil,
  });
  return { here: less(here), anywhere: anywhere && less(anywhere) };
}

/** The password was right. What strangers did elsewhere still slows strangers. */
export function whenRight(guards: Guards, now: number): Guards {
  const { anywhere } = takenBack(guards);
  return {
    here: FRESH,
    anywhere: anywhere && { ...anywhere, consecutive: 0, expiresAt: now + ROW_MEMORY },
  };
}

/** Nothing went wrong yet. */
export const FRESH: Guard = {
  failures: 0,
  windowEndsAt: null,
  delayedUntil: null,
  consecutive: 0,
  expiresAt: 0,
};
