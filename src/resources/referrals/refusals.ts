import type { StaffTextKey } from '../../i18n/textKeys';

/** The server's answer for a referral that does not exist or that the person may not see. */
export const GONE: Readonly<Record<string, StaffTextKey>> = { 'Not Found': 'referrals.gone' };
