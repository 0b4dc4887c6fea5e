import { useCallback } from 'react';
import { useSiteName } from './useSiteName';
import { useStaffT } from './useStaffT';

/** Returns a function that gives the displayed name of a site, and says so if the site is deleted. */
export function useStaffSiteName(): (site: {
  readonly name: string;
  readonly deleted?: boolean;
}) => string {
  const t = useStaffT();
  const siteName = useSiteName();
  return useCallback(
    ({ name, deleted = false }) =>
      deleted ? t('sites.deletedName', { name: siteName(name) }) : siteName(name),
    [t, siteName],
  );
}
