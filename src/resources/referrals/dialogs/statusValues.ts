import type { ReferralChange, ReferralRecord } from '../../../dataProvider/referrals';

/** What the status form holds: missing notes are empty ones, and no referrer is chosen at first. */
export type StatusValues = ReferralChange & { notes: string };

export const notesOf = ({ notes }: ReferralRecord) => notes ?? '';
export const referrerOf = ({ user_info }: ReferralRecord) => user_info?.fullname ?? '';

export const toValues = (referral: ReferralRecord): StatusValues => ({
  status: referral.status,
  notes: notesOf(referral),
  referred_by: null,
});

/** The values of the touched fields. */
export function pickTouched(
  values: StatusValues,
  touched: Readonly<Partial<Record<keyof StatusValues, unknown>>>,
): Partial<StatusValues> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => field in touched));
}
