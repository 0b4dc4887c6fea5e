import type { AccountTextKey } from './textKeys';
import { type Translate, useT } from './I18nProvider';

/** `useT` for the account pages, whose texts are loaded before them. */
export const useAccountT = useT as () => Translate<AccountTextKey>;
