import ListAltIcon from '@mui/icons-material/ListAlt';
import type { ResourceDefinition } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { ReferralList } from './list/ReferralList';
import { nameOf } from './referralFields';

export const referrals: ResourceDefinition<ReferralRecord> = {
  name: RESOURCES.referrals,
  list: ReferralList,
  icon: ListAltIcon,
  recordRepresentation: nameOf,
  options: { label: 'menu.referrals', count: { show: 'always', text: 'menu.total' } },
};
