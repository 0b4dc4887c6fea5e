import PlaceIcon from '@mui/icons-material/Place';
import type { ResourceDefinition } from '../../admin';
import { lazyComponent } from '../../app/lazyComponent';
import { RESOURCES } from '../../app/routes';
import type { SiteRecord } from '../../dataProvider/sites';

/** Lazy, as only super users open it. */
const SiteList = lazyComponent(async () => (await import('./SiteList')).SiteList);

export const sites: ResourceDefinition<SiteRecord> = {
  name: RESOURCES.sites,
  list: SiteList,
  icon: PlaceIcon,
  recordRepresentation: ({ name }) => name,
  options: { label: 'menu.sites' },
};
