import { useQuery } from '@tanstack/react-query';
import { useCanAccess, useDataProvider } from 'react-admin';
import type { SiteMarks } from '../../contract/entities/contact';
import { RESOURCES } from '../app/routes';
import { useFeature } from '../app/useFeature';
import type { StaffDataProvider } from '../dataProvider/dataProvider';

/**
 * What super users decided of each site, by its id.
 * @returns undefined for people who may not decide it, on a server without marks, and until they are loaded
 */
export function useSiteMarks(): ReadonlyMap<string, SiteMarks> | undefined {
  const provider = useDataProvider<StaffDataProvider>();
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.sites, action: 'mark' });
  const enabled = useFeature('contact') && canAccess;
  const { data } = useQuery({
    queryKey: [RESOURCES.sites, 'listSiteMarks'],
    queryFn: async ({ signal }) => {
      const marks = await provider.listSiteMarks({ signal });
      return new Map(marks.data.map((each) => [each._id, each]));
    },
    enabled,
  });
  return enabled ? data : undefined;
}
