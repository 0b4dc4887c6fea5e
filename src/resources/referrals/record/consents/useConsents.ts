import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider } from 'react-admin';
import type { Consent } from '../../../../../contract/entities/consent';
import { useIsPainted } from '../../../../admin';
import { RESOURCES } from '../../../../app/routes';
import { useFeature } from '../../../../app/useFeature';
import type { StaffDataProvider } from '../../../../dataProvider/dataProvider';

const resource = RESOURCES.referrals;

/** Whether a consent has not ended. */
export const isRunning = ({ state }: Pick<Consent, 'state'>): boolean => state !== 'ended';

/** Whether the person works with consents, and the server has them. */
export function useHasConsents(): boolean {
  const isOffered = useFeature('consents');
  const { canAccess = false } = useCanAccess({ resource, action: 'consents' });
  return isOffered && canAccess;
}

/** Who may know of a referral, once its dialog is painted. */
export function useConsents(id: string) {
  const provider = useDataProvider<StaffDataProvider>();
  const isPainted = useIsPainted();
  return useQuery({
    queryKey: [resource, 'getConsents', id],
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.getConsents(id, { signal }))?.data ?? null,
    enabled: useHasConsents() && isPainted,
  });
}
