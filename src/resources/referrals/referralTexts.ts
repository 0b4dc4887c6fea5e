/** The names of the texts for what travels on the wire in English. */
import type { ReferralStatus } from '../../../contract/constants';
import type { StaffTextKey } from '../../i18n/textKeys';

/** What our server says of a referral that is gone, or out of sight. */
export const GONE: Readonly<Record<string, StaffTextKey>> = { 'Not Found': 'referrals.gone' };

export const STATUS_TEXTS: Readonly<Record<ReferralStatus, StaffTextKey>> = {
  Pending: 'referralStatus.pending',
  Processed: 'referralStatus.processed',
  'Declined Services': 'referralStatus.declined',
  'More Info Needed': 'referralStatus.moreInfo',
};
