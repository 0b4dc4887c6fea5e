import { useCanAccess } from 'react-admin';
import { RESOURCES } from '../../shared/routes';
import { useFeature } from '../../shared/useFeature';

/** Whether the person can change many referrals at once, with this server. */
export function useOffersBulk(): boolean {
  const { canAccess = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'changeMany',
  });
  return useFeature('bulk') && canAccess;
}
