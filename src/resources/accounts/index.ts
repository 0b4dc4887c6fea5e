import PeopleIcon from '@mui/icons-material/People';
import type { ResourceDefinition } from '../../admin';
import { RESOURCES } from '../../app/routes';
import type { AccountRecord } from '../../dataProvider/accounts';
import { AccountList } from './AccountList';

export const accounts: ResourceDefinition<AccountRecord> = {
  name: RESOURCES.accounts,
  list: AccountList,
  icon: PeopleIcon,
  recordRepresentation: ({ fullname }) => fullname,
  options: {
    label: 'menu.accounts',
    count: {
      show: 'whenAny',
      text: 'menu.pending',
      resource: RESOURCES.pendingUsers,
      feature: 'worklist',
    },
  },
};
