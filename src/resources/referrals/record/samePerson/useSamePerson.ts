import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider } from 'react-admin';
import { RESOURCES } from '../../../../app/routes';
import { useFeature } from '../../../../app/useFeature';
import type { StaffDataProvider } from '../../../../dataProvider/dataProvider';
import type { OtherReferralRecord, OtherReferrals } from '../../../../dataProvider/people';

/** The id of the title of the other referrals. */
export const OTHER_REFERRALS_ID = 'other-referrals';

/** Whether it is the same person: by name and birth date. */
export const isSamePerson = ({ same }: OtherReferralRecord) =>
  same.includes('name') && same.includes('dob');

const resource = RESOURCES.referrals;
/** Milliseconds for which they are reused, so that the way back reads nothing again. */
const STALE_TIME = 60_000;
const NONE: OtherReferrals = { items: [], more: false };

/**
 * The other referrals of the person of a referral, for those who may see duplicates, where the server has them. Each request is in
 * the activity log, as it reads all of them.
 */
export function useSamePerson(id: string) {
  const provider = useDataProvider<StaffDataProvider>();
  const isOffered = useFeature('samePerson');
  const { canAccess = false } = useCanAccess({ resource, action: 'listDuplicates' });
  return useQuery({
    queryKey: [resource, 'listSamePerson', id],
    // If the session has ended, react-admin resolves without a result.
    queryFn: async ({ signal }) => (await provider.listSamePerson(id, { signal }))?.data ?? NONE,
    enabled: isOffered && canAccess,
    staleTime: STALE_TIME,
  });
}
