import type { FastifyRequest } from 'fastify';
import { type Language, SOURCE_LANGUAGE } from '../../../contract/languages';
import { LANGUAGES } from '../../languages';

/** Chooses the page's language like the web app: the link's `lang`, the `lang` cookie, Accept-Language, else English. */
export function pageLanguage({ url, headers }: FastifyRequest): Language {
  const requested = new URLSearchParams(url.split('?')[1] ?? '').get('lang') ?? '';
  const remembered = /(?:^|; )lang=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const candidates = [requested, remembered, ...byPreference(headers['accept-language'] ?? '')];
  return candidates.find((candidate) => LANGUAGES.includes(candidate)) ?? SOURCE_LANGUAGE;
}

/** Returns language codes by descending weight: 'es-MX,es;q=0.9,en;q=0.8' → es, es, en. */
function byPreference(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', weight] = entry.split(';q=');
      return { code: tag.trim().slice(0, 2).toLowerCase(), weight: Number(weight ?? 1) || 0 };
    })
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ code }) => code);
}
