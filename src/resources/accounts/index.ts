import PeopleIcon from '@mui/icons-material/People';
import type { ResourceDefinition } from '../../admin';
import { lazyComponent } from '../../app/lazyComponent';
import { RESOURCES } from '../../app/routes';
import type { AccountRecord } from '../../dataProvider/accounts';

/** Lazy, as only super users open it. Its `Resource` gets it with the parts of another resource. */
export const AccountList = lazyComponent(async () => (await import('./AccountList')).AccountList);

export const accounts: ResourceDefinition<AccountRecord> = {
  name: RESOURCES.accounts,
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
