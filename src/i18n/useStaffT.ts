import type { StaffTextKey } from './textKeys';
import { type Translate, useT } from './I18nProvider';

/** `useT` for the signed-in app, whose texts are loaded before its screens. */
export const useStaffT = useT as () => Translate<StaffTextKey>;

/** Lists of values on the wire whose texts are keyed by the value. */
type ValueList = 'auditActions' | 'pendingUsers.proof' | 'referralStatus' | 'sexes' | 'substances';

/**
 * Returns a function that names a value of a list, as in `valueText('sexes', 'Other')`. A value that this build does not know, as
 * of a newer server, is shown as it is.
 */
export function useValueText(): (list: ValueList, value: string) => string {
  const t = useStaffT();
  return (list, value) => t(`${list}.${value}` as StaffTextKey, { _: value });
}
