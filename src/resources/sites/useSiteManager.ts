import { useAddSite } from './useAddSite';
import { useNewNames } from './useNewNames';
import { useSiteList } from './useSiteList';

/** All that is done with sites (spec section 2, "Add Site modal"), for the dialog and the page alike. */
export function useSiteManager() {
  const list = useSiteList();
  const newNames = useNewNames();
  const add = useAddSite();

  return {
    list,
    newNames,
    add,
    /** Something was entered that leaving would lose. */
    hasInput: add.hasInput || newNames.hasAnyFor(list.all),
  };
}

export type SiteManagement = ReturnType<typeof useSiteManager>;
