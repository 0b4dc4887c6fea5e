import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { StatusValues } from './useStatusForm';

export const notesOf = ({ notes }: ReferralRecord) => notes ?? '';
export const referrerOf = ({ user_info }: ReferralRecord) => user_info?.fullname ?? '';

/** What a referral has in some of the fields of the form, to tell whether they changed. */
export function fieldsOf(referral: ReferralRecord, fields: Partial<StatusValues>): string {
  return JSON.stringify([
    fields.status !== undefined && referral.status,
    fields.notes !== undefined && notesOf(referral),
    fields.referred_by !== undefined && referrerOf(referral),
  ]);
}
