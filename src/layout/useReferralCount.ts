import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { StaffDataProvider } from '../dataProvider/dataProvider';
import { useCan } from '../shared/useCan';

/** Milliseconds after which it is counted again, as referrals also come from outside. */
const COUNT_AGAIN = 60_000;

/**
 * How many referrals the person may see (spec section 2, "Sidebar"); null for who sees none, and as long as that is not
 * known. It is counted afresh with whatever else `useRefresh` fetches afresh, and when the window is looked at again: who
 * was shut out meanwhile is shown no list from memory for longer than that.
 */
export function useReferralCount(): number | null {
  const provider = useDataProvider<StaffDataProvider>();
  const { data, isError } = useQuery({
    queryKey: ['referrals', 'count'],
    queryFn: async ({ signal }) => {
      const { data: answer } = await provider.countReferrals({ signal });
      // When the session has ended over it, react-admin answers with nothing.
      return typeof answer?.count === 'number' ? answer.count : null;
    },
    enabled: useCan('screen.referrals'),
    refetchInterval: COUNT_AGAIN,
    refetchOnWindowFocus: true,
  });
  // A number that could not be had again may be a wrong one by now.
  return isError ? null : (data ?? null);
}
