import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Site } from '../../contract/entities/site';
import type { ReferralFormControls, ReferralFormMode } from './useReferralForm';

/** Preselects the site in the URL (`/?site=<id>`), as on a site's poster. Ignores a deleted site. */
export function useLinkedSite(
  mode: ReferralFormMode,
  sites: readonly Site[],
  { linkSite }: ReferralFormControls,
): void {
  const { search } = useLocation();
  const wanted = mode === 'public' ? new URLSearchParams(search).get('site') : null;
  const linked = sites.find((site) => site._id === wanted);

  useEffect(() => {
    if (linked) linkSite({ value: linked._id, label: linked.name });
  }, [linked, linkSite]);
}
