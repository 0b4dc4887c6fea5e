/** How often one address may make the calls that anyone can make, and how many referrals guests may file together. */
import type { AnyCallName } from '../../../contract/calls';
import type { Database } from '../../db/openDatabase';
import { consume } from './repository';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Window {
  readonly max: number;
  readonly seconds: number;
}

/** For each call its windows, the shortest first: what that one refuses costs nothing of the others. */
export const LIMITS: Readonly<Partial<Record<AnyCallName, readonly Window[]>>> = {
  login: [{ max: 100, seconds: 15 * MINUTE }],
  register: [
    { max: 6, seconds: MINUTE },
    { max: 30, seconds: DAY },
  ],
  forgotPassword: [{ max: 10, seconds: HOUR }],
  resetPassword: [{ max: 30, seconds: 15 * MINUTE }],
  changePassword: [{ max: 30, seconds: 15 * MINUTE }],
  addGuestReferral: [
    { max: 30, seconds: 10 * MINUTE },
    { max: 200, seconds: DAY },
  ],
};

/** A super user who adds many accounts is no flood; these are limited for them, too. */
export const LIMITED_FOR_EVERYONE: ReadonlySet<AnyCallName> = new Set(['changePassword']);

/**
 * So many refusals of visitors from one network are on record; what comes beyond is refused all the same. Entries are kept
 * for good, and anyone could fill the disk with them.
 */
export const AUDITED_REFUSALS: Window = { max: 300, seconds: 10 * MINUTE };

/** What guests everywhere file in an hour; beyond, something is wrong, and the rest is kept apart. */
const GUESTS_TOGETHER: Window = { max: 600, seconds: HOUR };

/**
 * Counts a referral filed by a guest. Call it in the transaction that stores it.
 * @returns whether there have been too many of late
 */
export async function isFlood(db: Database): Promise<boolean> {
  return !(await consume(db, 'guests together', GUESTS_TOGETHER));
}

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [1, 'second'],
] as const;

/** A time to wait, for a person: '15 minutes'. */
export function formatDuration(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? [1, 'second'];
  const count = Math.ceil(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
