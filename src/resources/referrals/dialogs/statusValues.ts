import type { ReferralChange, ReferralRecord } from '../../../dataProvider/referrals';

/** What the status form holds; a missing note is an empty one. */
export type StatusValues = ReferralChange & { notes: string };

export const notesOf = ({ notes }: ReferralRecord) => notes ?? '';
export const referrerOf = ({ user_info }: ReferralRecord) => user_info?.fullname ?? '';

/** The values that a referral has in some fields of the form, for comparison. */
export function fieldsOf(referral: ReferralRecord, fields: Partial<StatusValues>): string {
  return JSON.stringify([
    fields.status !== undefined && referral.status,
    fields.notes !== undefined && notesOf(referral),
    fields.referred_by !== undefined && referrerOf(referral),
  ]);
}
