import type { FastifyRequest } from 'fastify';
import { type Language, SOURCE_LANGUAGE } from '../../../contract/languages';
import { LANGUAGES } from '../../languages';

/** As the web app would choose: what the link asks for, what was chosen before, what the browser asks for, else English. */
export function pageLanguage({ url, headers }: FastifyRequest): Language {
  const asked = new URLSearchParams(url.split('?')[1] ?? '').get('lang') ?? '';
  const remembered = /(?:^|; )lang=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const wishes = [asked, remembered, ...byPreference(headers['accept-language'] ?? '')];
  return wishes.find((wish) => LANGUAGES.includes(wish)) ?? SOURCE_LANGUAGE;
}

/** 'es-MX,es;q=0.9,en;q=0.8' → es, es, en. */
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
