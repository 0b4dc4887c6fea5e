import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import { useCan } from '../shared/useCan';
import { useFeature } from '../admin/useFeature';

/** Milliseconds after which it is counted again, as they come from outside. */
const COUNT_AGAIN = 60_000;

/**
 * How many referrals are set apart as possible spam, for who may release them; null for anyone else, and as long as that is
 * not known. Counted as often as the referrals.
 */
export function useSuspectedCount(): number | null {
  const provider = useDataProvider<StaffDataProvider>();
  const isOffered = useFeature('suspected');
  const mayLook = useCan('screen.suspected');
  const { data, isError } = useQuery({
    queryKey: ['suspected', 'count'],
    queryFn: async ({ signal }) => {
      const { data: answer } = await provider.countSuspected({ signal });
      // When the session has ended over it, react-admin answers with nothing.
      return typeof answer?.count === 'number' ? answer.count : null;
    },
    enabled: isOffered && mayLook,
    refetchInterval: COUNT_AGAIN,
    refetchOnWindowFocus: true,
  });
  return isError ? null : (data ?? null);
}
