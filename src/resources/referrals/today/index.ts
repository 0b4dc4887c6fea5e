import TodayIcon from '@mui/icons-material/Today';
import type { ResourceDefinition } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import type { TodayRecord } from '../../../dataProvider/contact';
import { nameOf } from '../referralFields';
import { MayAct } from './MayAct';

/** The app provides the list, whose code is loaded when it is opened. */
export const today: ResourceDefinition<TodayRecord> = {
  name: RESOURCES.today,
  icon: TodayIcon,
  recordRepresentation: nameOf,
  options: {
    label: 'tabs.today',
    feature: 'contact',
    // Who may act nowhere would have an empty list.
    Gate: MayAct,
    count: { show: 'always', text: 'today.count' },
  },
};
