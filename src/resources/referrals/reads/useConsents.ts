import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider } from 'react-admin';
import type { Consent } from '../../../../contract/entities/consent';
import { useIsPainted } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';

const resource = RESOURCES.referrals;

/** Whether a consent has not ended. */
export const isRunning = ({ state }: Pick<Consent, 'state'>): boolean => state !== 'ended';

/** Whether the person works with consents, and the server has them. */
export function useHasConsents(): boolean {
  const isOffered = useFeature('consents');
  const { canAccess = false } = useCanAccess({ resource, action: 'consents' });
  return isOffered && canAccess;
}

/** Milliseconds between reads while somebody waits for an answer. */
const ASKED_INTERVAL = 15_000;

/**
 * Who may know of a referral, once its dialog is painted.
 * @param isAsked whether somebody waits for an answer: it is then read again, at once and at an interval
 */
export function useConsents(id: string, isAsked = false) {
  const provider = useDataProvider<StaffDataProvider>();
  const isPainted = useIsPainted();
  return useQuery({
    queryKey: [resource, 'getConsents', id],
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.getConsents(id, { signal }))?.data ?? null,
    enabled: useHasConsents() && isPainted,
    ...(isAsked && { refetchOnMount: 'always', refetchInterval: ASKED_INTERVAL }),
  });
}
