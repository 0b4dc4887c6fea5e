/** Other referrals of a person (docs/decisions/0073-owner-left-and-other-referrals.md). */
import { z } from 'zod';
import { DUPLICATE_FIELDS } from '../staffConstants';
import { referralSchema } from './referral';

/** What a link to another referral says. */
const otherReferralSchema = referralSchema
  .pick({
    _id: true,
    first_name: true,
    last_name: true,
    dob: true,
    status: true,
    site: true,
    entry_date: true,
    tracking_id: true,
  })
  .extend({
    /** The fields in which both agree. With the name and the birth date, it is the same person. */
    same: z.array(z.enum(DUPLICATE_FIELDS)),
  });
export type OtherReferral = z.output<typeof otherReferralSchema>;

/** The referrals that agree with one in two of name, birth date and phone number: open ones first, then the newest. */
export const samePersonSchema = z.object({
  referrals: z.array(otherReferralSchema),
  /** Whether there are more than `referrals` contains. */
  more: z.boolean(),
});
export type SamePerson = z.output<typeof samePersonSchema>;
