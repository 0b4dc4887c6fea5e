import ReportIcon from '@mui/icons-material/Report';
import type { ResourceDefinition } from '../../admin';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import { RESOURCES } from '../../shared/routes';

/** The app provides the list, with parts of the referrals. */
export const heldReferrals: ResourceDefinition<HeldReferralRecord> = {
  name: RESOURCES.heldReferrals,
  icon: ReportIcon,
  recordRepresentation: ({ first_name, last_name }) => `${first_name} ${last_name}`,
  options: {
    label: 'menu.suspected',
    feature: 'suspected',
    count: { show: 'whenAny', text: 'menu.waiting' },
  },
};
