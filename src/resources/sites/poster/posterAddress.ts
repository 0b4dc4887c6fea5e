import type { Language } from '../../../../contract/languages';
import { routes } from '../../../shared/routes';

/** The path of a site's poster. */
export const posterPath = (siteId: string) =>
  `${routes.poster.path}?${new URLSearchParams({ site: siteId }).toString()}`;

/**
 * The URL in a poster's QR code: the public page with the site selected, in the poster's language.
 * @param origin the public origin of the app, without a trailing slash
 */
export const referralAddress = (origin: string, siteId: string, language: Language) =>
  `${origin}${routes.home.path}?${new URLSearchParams({ site: siteId, lang: language }).toString()}`;
