import { UNLISTED_SITE_NAME } from '../../contract/constants';
import { filterOptions } from '../shared/filterOptions';
import type { Option } from '../shared/useSelectMenu';

/** The matching sites; if none match, 'Location Not Listed', if the backend has it (spec section 5). */
export function filterSites(sites: readonly Option[], text: string): readonly Option[] {
  const matching = filterOptions(sites, text);
  if (matching.length > 0) return matching;
  return sites.filter((site) => site.label === UNLISTED_SITE_NAME);
}
