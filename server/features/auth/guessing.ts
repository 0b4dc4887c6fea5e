/**
 * Who guesses passwords is slowed down: at one address more and more, from everywhere together only a little, so that
 * strangers slow strangers and not the owner; and after very many in a row nobody gets in until the owner has chosen a new
 * password. Pure: moments are seconds, of the database's clock.
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
/** For so long a row of wrong passwords is counted as one, and an address from which the owner signed in is known. */
const ROW_MEMORY = 30 * DAY;
const KNOWN_FOR = 90 * DAY;

/** What is remembered of wrong passwords for an e-mail, at one address or anywhere. */
export interface Guard {
  readonly failures: number;
  readonly windowEndsAt: number | null;
  readonly delayedUntil: number | null;
  /** In a row; counted anywhere. */
  readonly consecutive: number;
  readonly knownSince: number | null;
  /** Null: until somebody ends it. */
  readonly expiresAt: number | null;
}

export interface Guards {
  readonly here: Guard;
  readonly anywhere: Guard;
}

/**
 * Decides whether a try counts at all, and counts it as wrong before its password is looked at: of many at once, no more
 * are weighed than of many in turn. One that turns out right, or none, is taken back.
 */
export function weigh({ here, anywhere }: Guards, now: number): Guards & { isWeighed: boolean } {
  const isStopped = anywhere.consecutive >= STOP_AFTER;
  const isDelayed = (guard: Guard) => guard.delayedUntil !== null && guard.delayedUntil > now;
  const isKnown = knownUntil(here) > now;
  if (isStopped || isDelayed(here) || (isDelayed(anywhere) && !isKnown)) {
    return { here, anywhere, isWeighed: false };
  }
  return {
    here: whenWrongHere(here, now),
    anywhere: whenWrongAnywhere(anywhere, now),
    isWeighed: true,
  };
}

function whenWrongHere(guard: Guard, now: number): Guard {
  const next = afterFailure(guard, now, FIRST_DELAY_HERE, LONGEST_DELAY_HERE);
  return { ...next, expiresAt: Math.max(next.windowEndsAt ?? now, knownUntil(guard)) };
}

const knownUntil = ({ knownSince }: Guard) => (knownSince === null ? 0 : knownSince + KNOWN_FOR);

function whenWrongAnywhere(guard: Guard, now: number): Guard {
  const next = afterFailure(guard, now, FIRST_DELAY_ANYWHERE, LONGEST_DELAY_ANYWHERE);
  const consecutive = guard.consecutive + 1;
  return { ...next, consecutive, expiresAt: consecutive >= STOP_AFTER ? null : now + ROW_MEMORY };
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
  return { here: less(here), anywhere: less(anywhere) };
}

/** The password was right. What strangers did elsewhere still slows strangers. */
export function whenRight(guards: Guards, now: number): Guards {
  const { anywhere } = takenBack(guards);
  return {
    here: { ...FRESH, knownSince: now, expiresAt: now + KNOWN_FOR },
    anywhere: { ...anywhere, consecutive: 0, expiresAt: now + ROW_MEMORY },
  };
}

/** Nothing went wrong yet. */
export const FRESH: Guard = {
  failures: 0,
  windowEndsAt: null,
  delayedUntil: null,
  consecutive: 0,
  knownSince: null,
  expiresAt: 0,
};
