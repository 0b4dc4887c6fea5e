import DeleteIcon from '@mui/icons-material/Delete';
import type { ResourceDefinition } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { DeletedReferralRecord } from '../../dataProvider/deletedReferrals';
import { nameOf } from './deletedReferralFields';

/** The app provides the list, with parts of the referrals. */
export const deletedReferrals: ResourceDefinition<DeletedReferralRecord> = {
  name: RESOURCES.deletedReferrals,
  icon: DeleteIcon,
  recordRepresentation: nameOf,
  options: { label: 'menu.deleted', feature: 'deleted' },
};
