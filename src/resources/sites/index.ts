import PlaceIcon from '@mui/icons-material/Place';
import type { ResourceDefinition } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { SiteRecord } from '../../dataProvider/sites';
import { SiteList } from './SiteList';

export const sites: ResourceDefinition<SiteRecord> = {
  name: RESOURCES.sites,
  list: SiteList,
  icon: PlaceIcon,
  recordRepresentation: ({ name }) => name,
  options: { label: 'menu.sites' },
};
