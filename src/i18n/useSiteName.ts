import { useCallback } from 'react';
import { FORM_SITE_NAMES } from '../../contract/constants';
import { type Translate, useT } from './I18nProvider';

/**
 * The displayed name of a site. The sites of the referral form's own rules have one in each language; the wire and those rules keep
 * the English one. Any other is shown as it was entered.
 */
export function translateSiteName(t: Translate, name: string): string {
  const known = FORM_SITE_NAMES.find((each) => each === name);
  return known ? t(`siteNames.${known}`) : name;
}

/** Returns a function from a site's name on the wire to its displayed name. */
export function useSiteName(): (name: string) => string {
  const t = useT();
  return useCallback((name) => translateSiteName(t, name), [t]);
}
