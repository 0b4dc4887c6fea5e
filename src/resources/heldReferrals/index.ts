import ReportIcon from '@mui/icons-material/Report';
import type { ResourceDefinition } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import { nameOf } from './heldReferralFields';

/** The app provides the list, with parts of the referrals. */
export const heldReferrals: ResourceDefinition<HeldReferralRecord> = {
  name: RESOURCES.heldReferrals,
  icon: ReportIcon,
  recordRepresentation: nameOf,
  options: {
    label: 'menu.held',
    feature: 'held',
    count: { show: 'whenAny', text: 'menu.waiting' },
  },
};
