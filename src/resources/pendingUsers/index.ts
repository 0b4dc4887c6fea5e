import PeopleIcon from '@mui/icons-material/People';
import type { ResourceDefinition } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { AccountRecord } from '../../dataProvider/accounts';

/** Shown as a panel of the profile page, so without a list page. */
export const pendingUsers: ResourceDefinition<AccountRecord> = {
  name: RESOURCES.pendingUsers,
  icon: PeopleIcon,
  recordRepresentation: ({ fullname }) => fullname,
  options: { label: 'pendingUsers.title' },
};
