/** Rows of referrals for tests that insert many. */
import { randomUUID } from 'node:crypto';
import type { ReferralInsert } from '../../server/db/statements/bulkInsert';
import { newTrackingId } from '../../server/features/referrals/filing/rules';

const MINUTE = 60_000;

/**
 * A listed referral.
 * @param position how many minutes ago it was filed
 */
export const referralRow = (
  site_id: string,
  position: number,
  [first_name, last_name]: readonly [string, string],
  more: Partial<ReferralInsert> = {},
): ReferralInsert => ({
  id: randomUUID(),
  tracking_id: newTrackingId(),
  site_id,
  substance: ['Alcohol-related'],
  first_name,
  last_name,
  contact_number: '555 0100000',
  contact_digits: '5550100000',
  sex: 'Male',
  dob: '2001-01-01',
  status: 'Pending',
  entry_date: new Date(Date.now() - position * MINUTE),
  ...more,
});
