import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { SiteCounts } from '../../../contract/entities/site';
import { useFeature } from '../../app/useFeature';
import { RESOURCES } from '../../app/routes';
import type { StaffDataProvider } from '../../dataProvider/dataProvider';

const NONE: ReadonlyMap<string, SiteCounts> = new Map();

/**
 * How many referrals and managers each site has.
 * @param canEdit whether the person may change sites, who alone may read it
 * @returns undefined on a server that does not count them; a map without a site whose numbers are not known, or not yet
 */
export function useSiteCounts(canEdit: boolean): ReadonlyMap<string, SiteCounts> | undefined {
  const provider = useDataProvider<StaffDataProvider>();
  const enabled = useFeature('siteCounts') && canEdit;
  const { data } = useQuery({
    queryKey: [RESOURCES.sites, 'listSiteCounts'],
    queryFn: async ({ signal }) => {
      const counts = await provider.listSiteCounts({ signal });
      return new Map(counts.data.map((each) => [each._id, each]));
    },
    enabled,
  });
  return enabled ? (data ?? NONE) : undefined;
}
