import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { RESOURCES } from '../app/routes';
import { useFeature } from '../app/useFeature';
import type { StaffDataProvider } from '../dataProvider/dataProvider';

/** The days for which a deleted referral can be put back; null until known, and on a server that puts none back. */
export function useDeletedDays(): number | null {
  const provider = useDataProvider<StaffDataProvider>();
  const isOffered = useFeature('deleted');
  const { data } = useQuery({
    queryKey: [RESOURCES.deletedReferrals, 'days'],
    queryFn: async ({ signal }) => (await provider.getDeletedDays({ signal }))?.data ?? null,
    enabled: isOffered,
    staleTime: Infinity,
  });
  return data ?? null;
}
