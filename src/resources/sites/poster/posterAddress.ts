import type { Language } from '../../../../contract/languages';
import { routes } from '../../../shared/routes';

/** Where the poster of a site is made. */
export const posterPath = (siteId: string) =>
  `${routes.poster.path}?${new URLSearchParams({ site: siteId }).toString()}`;

/**
 * What the code of a poster leads to: the public page with the site chosen, in the poster's language.
 * @param origin where people reach the app, without a final slash
 */
export const referralAddress = (origin: string, siteId: string, language: Language) =>
  `${origin}${routes.home.path}?${new URLSearchParams({ site: siteId, lang: language }).toString()}`;
