import { useCallback, useEffect, useRef } from 'react';
import { useRefresh } from 'react-admin';
import { TOASTS } from '../../../contract/constants';
import type { SiteRecord } from '../../dataProvider/sites';
import { useSiteChange } from './useSiteChange';

/** Deletes a site; when the toast about it closes, the data is fetched afresh (spec section 2), or sooner if its row goes. */
export function useDeleteSite(site: SiteRecord) {
  const refresh = useRefresh();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const refreshNow = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    refresh();
  }, [refresh]);
  useEffect(
    () => () => {
      if (timer.current !== undefined) refreshNow();
    },
    [refreshNow],
  );

  const change = useSiteChange<void>({
    send: (provider) => provider.delete('sites', { id: site.id, previousData: site }),
    done: 'sites.deleted',
    failed: 'sites.notDeleted',
    failedFor: TOASTS.siteNotDeleted,
    onDone: () => {
      timer.current = setTimeout(refreshNow, TOASTS.siteChanged);
    },
  });

  return { start: () => change.start(), isBusy: change.isBusy, error: change.error };
}
