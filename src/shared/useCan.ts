import { type Action, can } from '../../contract/permissions';
import { useSession } from './services';

/** Whether to show the signed-in person a control: what the server would refuse is not offered (spec section 6). */
export function useCan(action: Action): boolean {
  const { user } = useSession();
  return can(user?.role, action);
}
