import type { StaffTextKey } from './textKeys';
import { type Translate, useT } from './I18nProvider';

/** What `useT` gives, for the signed-in app, whose texts are there before its screens are. */
export const useStaffT = useT as () => Translate<StaffTextKey>;
