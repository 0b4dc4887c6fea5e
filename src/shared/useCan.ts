import { type Action, can } from '../../contract/permissions';
import { useSession } from './services';

/** Whether the signed-in person may perform an action: hides controls the server would refuse (spec section 6). */
export function useCan(action: Action): boolean {
  const { user } = useSession();
  return can(user?.role, action);
}
