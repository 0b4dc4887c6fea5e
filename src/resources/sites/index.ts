import PlaceIcon from '@mui/icons-material/Place';
import type { ResourceDefinition } from '../../admin';
import type { SiteRecord } from '../../dataProvider/sites';
import { RESOURCES } from '../../app/routes';
import { SiteList } from './SiteList';

export const sites: ResourceDefinition<SiteRecord> = {
  name: RESOURCES.sites,
  list: SiteList,
  icon: PlaceIcon,
  recordRepresentation: ({ name }) => name,
  options: { label: 'menu.sites' },
};
