import type { StaffTextKey } from './textKeys';
import { type Translate, useT } from './I18nProvider';

/** `useT` for the signed-in app, whose texts are loaded before its screens. */
export const useStaffT = useT as () => Translate<StaffTextKey>;
