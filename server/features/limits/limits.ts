/** Rate limits per network, and the limit on guest referrals in total. */
import type { AnyCallName } from '../../../contract/calls';
import type { Database, Statement } from '../../db/database';
import { consume, countRequest, type Window } from './repository';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The windows of each call, shortest first: a request that one window refuses is not counted in the later ones. */
export const LIMITS: Readonly<Partial<Record<AnyCallName, readonly Window[]>>> = {
  login: [{ max: 100, seconds: 15 * MINUTE }],
  register: [
    { max: 6, seconds: MINUTE },
    { max: 30, seconds: DAY },
  ],
  forgotPassword: [{ max: 10, seconds: HOUR }],
  resetPassword: [{ max: 30, seconds: 15 * MINUTE }],
  changePassword: [{ max: 30, seconds: 15 * MINUTE }],
  sendTestEmail: [{ max: 10, seconds: 10 * MINUTE }],
  addGuestReferral: [
    { max: 30, seconds: 10 * MINUTE },
    { max: 200, seconds: DAY },
  ],
};

/**
 * Maximum number of audit entries for refused visitors of one network. Further refusals are not recorded, because audit entries
 * are never deleted and anyone could fill the disk with them.
 */
export const AUDITED_REFUSALS: Window = { max: 300, seconds: 10 * MINUTE };

/** Maximum number of guest referrals from all networks. Further ones are held as suspected spam. */
const GUEST_TOTAL: Window = { max: 600, seconds: HOUR };

const GUESTS_KEY = 'guests together';

/**
 * Counts a referral filed by a guest. Call it in the transaction that stores it.
 * @returns whether the limit of guest referrals is exceeded
 */
export async function exceedsGuestLimit(db: Database): Promise<boolean> {
  return !(await consume(db, GUESTS_KEY, GUEST_TOTAL));
}

/** Part of a statement: counts like `exceedsGuestLimit`, and returns a row if the limit is not exceeded. */
export const countGuest = (from: Statement): Statement =>
  countRequest(GUESTS_KEY, GUEST_TOTAL, from);

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [1, 'second'],
] as const;

/** Formats a waiting time for display, rounded up to one unit: '15 minutes'. */
export function formatDuration(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? [1, 'second'];
  const count = Math.ceil(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
