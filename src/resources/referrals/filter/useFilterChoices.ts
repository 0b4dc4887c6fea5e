/** The choices of the referral filters. */
import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider, useGetList, useListContext } from 'react-admin';
import { REFERRAL_STATUSES } from '../../../../contract/staffConstants';
import { RESOURCES } from '../../../app/routes';
import { useFeature } from '../../../app/useFeature';
import type { StaffDataProvider } from '../../../dataProvider/dataProvider';
import type { WorklistMeta } from '../../../dataProvider/referrals';
import type { SiteRecord } from '../../../dataProvider/sites';
import type { WorklistFilter } from '../../../dataProvider/worklist';
import { useStaffSiteName } from '../../../i18n/useStaffSiteName';
import { useOwners } from '../../useOwners';

interface Choice {
  readonly id: string;
  readonly text: string;
}

/** The known statuses, and unknown ones that a newer server counts or that the list is filtered by. */
export function useStatuses(): readonly string[] {
  const { filterValues, meta } = useListContext();
  const { counts } = (meta ?? {}) as Partial<WorklistMeta>;
  const { referral_status } = filterValues as WorklistFilter;
  const counted = Object.keys(counts?.statuses ?? {});
  return [
    ...new Set([...REFERRAL_STATUSES, ...counted, ...(referral_status ? [referral_status] : [])]),
  ];
}

/** The sites by name, and then the deleted ones of referrals in sight; empty until loaded. */
export function useSites(enabled: boolean) {
  const provider = useDataProvider<StaffDataProvider>();
  const siteName = useStaffSiteName();
  const { data, isError, refetch } = useGetList<SiteRecord>(RESOURCES.sites, undefined, {
    enabled,
  });
  const { data: deleted = [] } = useQuery({
    queryKey: [RESOURCES.sites, 'listDeletedSites'],
    queryFn: async ({ signal }) => (await provider.listDeletedSites({ signal })).data,
    enabled: useFeature('deletedSites') && enabled,
  });
  const sites: readonly Choice[] = [
    ...(data ?? []),
    ...deleted.map(({ _id, name }) => ({ id: _id, name, deleted: true })),
  ].map((site) => ({ id: site.id, text: siteName(site) }));
  return { sites, isFailed: isError && !data, reload: () => void refetch() };
}

/** Whether the person can own referrals, where the server knows owners. */
export function useCanOwn(): boolean {
  const isOffered = useFeature('owners');
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.referrals, action: 'beOwner' });
  return isOffered && canAccess;
}

/** The accounts that can own a referral; empty until loaded, and for a person who may not assign owners. */
export function useOwnerChoices(enabled: boolean): readonly Choice[] {
  const { canAccess = false } = useCanAccess({
    resource: RESOURCES.referrals,
    action: 'assignOwner',
  });
  const { owners } = useOwners(useFeature('owners') && canAccess && enabled);
  return owners.map(({ id, label }) => ({ id, text: label }));
}
