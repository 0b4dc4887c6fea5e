import type { StaffTextKey } from './catalogues/keys';
import { type Translate, useT } from './I18nProvider';

/** What `useT` gives, for the signed-in app, whose texts are there before its screens are. */
export const useStaffT = useT as () => Translate<StaffTextKey>;
