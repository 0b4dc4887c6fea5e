import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { pageLanguage } from './pageLanguage';

const request = (url: string, headers: Record<string, string> = {}) =>
  ({ url, headers }) as unknown as FastifyRequest;

it.each([
  ['what the link asks for', '/?site=1&lang=es', { cookie: 'lang=en' }, 'es'],
  ['what was chosen before', '/', { cookie: 'a=b; lang=es', 'accept-language': 'en' }, 'es'],
  ['the first of ours the browser asks for', '/', { 'accept-language': 'fr, es-MX;q=0.8' }, 'es'],
  ['the one it wants most', '/', { 'accept-language': 'en;q=0.5,es;q=0.9' }, 'es'],
  ['English, where nothing is asked for', '/', {}, 'en'],
  ['English, where a link asks for none of ours', '/?lang=../en', { cookie: 'lang=xx' }, 'en'],
])('a page is in %s', (_what, url, headers, expected) => {
  expect(pageLanguage(request(url, headers))).toBe(expected);
});
