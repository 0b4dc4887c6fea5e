import { useCanAccess } from 'react-admin';
import { RESOURCES } from '../app/routes';
import { useFeature } from '../app/useFeature';

/** Whether the person can change many referrals at once, with this server. */
export function useOffersBulk(): boolean {
  const { canAccess = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'changeMany',
  });
  return useFeature('bulk') && canAccess;
}
