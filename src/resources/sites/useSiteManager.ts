import { useCanAccess } from 'react-admin';
import type { SiteRecord } from '../../dataProvider/sites';
import { RESOURCES } from '../../shared/routes';
import { useAddSite } from './AddSiteForm';
import { useRenames } from './useRenames';
import { useSiteList } from './useSiteList';

/** The state of SiteManager, for dialog and page. */
export function useSiteManager() {
  const { list, sites, isLoaded, show } = useSiteList();
  const renames = useRenames();
  const add = useAddSite();
  const can = useSitePermissions();

  return {
    list,
    sites,
    isLoaded,
    show,
    renames,
    add,
    can,
    openRename: renames.begin,
    closeRename: ({ id }: SiteRecord) => renames.end(id),
    /** Input exists that leaving would lose. */
    hasInput: add.hasInput || renames.hasInput(sites),
  };
}

export type SiteManagement = ReturnType<typeof useSiteManager>;

/** What the person may do with sites. Asked once for the list, not per row. */
function useSitePermissions() {
  const resource = RESOURCES.sites;
  const create = useCanAccess({ resource, action: 'create' });
  const edit = useCanAccess({ resource, action: 'edit' });
  const remove = useCanAccess({ resource, action: 'delete' });
  const poster = useCanAccess({ resource, action: 'poster' });
  return {
    isPending: [create, edit, remove, poster].some(({ isPending }) => isPending),
    create: create.canAccess === true,
    edit: edit.canAccess === true,
    delete: remove.canAccess === true,
    makePoster: poster.canAccess === true,
  };
}
