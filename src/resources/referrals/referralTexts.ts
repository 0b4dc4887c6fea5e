import type { ReferralStatus } from '../../../contract/constants';
import type { StaffTextKey } from '../../i18n/textKeys';
import { useStaffT } from '../../i18n/useStaffT';

/** Our server's answer for a referral that does not exist or is out of sight. */
export const GONE: Readonly<Record<string, StaffTextKey>> = { 'Not Found': 'referrals.gone' };

export const STATUS_TEXTS: Readonly<Record<ReferralStatus, StaffTextKey>> = {
  Pending: 'referralStatus.pending',
  Processed: 'referralStatus.processed',
  'Declined Services': 'referralStatus.declined',
  'More Info Needed': 'referralStatus.moreInfo',
};

/** Returns a function that names a status; one that this build does not know keeps its name. */
export function useStatusText(): (status: string) => string {
  const t = useStaffT();
  return (status) => {
    const text = (STATUS_TEXTS as Readonly<Record<string, StaffTextKey>>)[status];
    return text ? t(text) : status;
  };
}
