import ListAltIcon from '@mui/icons-material/ListAlt';
import type { ResourceDefinition } from '../../admin';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { RESOURCES } from '../../shared/routes';
import { ReferralList } from './ReferralList';

export const referrals: ResourceDefinition<ReferralRecord> = {
  name: RESOURCES.referrals,
  list: ReferralList,
  icon: ListAltIcon,
  recordRepresentation: ({ first_name, last_name }) => `${first_name} ${last_name}`,
  options: { label: 'menu.referrals', count: { show: 'always', text: 'menu.total' } },
};
