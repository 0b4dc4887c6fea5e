import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useIsPainted } from '../../admin';
import { RESOURCES } from '../../app/routes';
import { useFeature } from '../../app/useFeature';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';
import type { ReferralRecord } from '../../dataProvider/referrals';

/** The query of a referral's history. */
export const historyKey = (id: string) => [RESOURCES.referrals, 'getHistory', id];

/**
 * Loads what happened to a referral, once its dialog is painted, from a server that has it.
 * @param isWanted whether it is loaded; else it is what was loaded elsewhere
 */
export function useHistory({ id }: Pick<ReferralRecord, 'id'>, isWanted = true) {
  const provider = useDataProvider<StaffDataProvider>();
  const isOffered = useFeature('history');
  const isPainted = useIsPainted();
  return useQuery({
    queryKey: historyKey(id),
    queryFn: async ({ signal }) => {
      const answer = await provider.getHistory({ id }, { signal });
      // If the session has ended, react-admin resolves without a result.
      return answer?.data ?? null;
    },
    enabled: isOffered && isPainted && isWanted,
  });
}
