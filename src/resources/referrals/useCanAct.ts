import { useCanAccess } from 'react-admin';
import { RESOURCES } from '../../app/routes';
import { useFeature } from '../../app/useFeature';
import type { ReferralRecord } from '../../dataProvider/referrals';

type OfSite = Pick<ReferralRecord, 'contact'>;

const useCan = (action: string) => {
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.referrals, action });
  return canAccess;
};

/** Whether the person may work at the site of a referral: some at any, others where it is marked as the provider's own. */
export function useIsOurs({ contact }: OfSite): boolean {
  return useCan('actAnywhere') || (contact?.is_ours ?? false);
}

/** Whether the person may save contact attempts and days to call back on a referral, and the server knows them. */
export function useCanAct(referral: OfSite): boolean {
  const isOffered = useFeature('contact');
  const canContact = useCan('contact');
  const isOurs = useIsOurs(referral);
  return isOffered && referral.contact !== undefined && canContact && isOurs;
}
