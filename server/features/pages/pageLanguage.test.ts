import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { pageLanguage } from './pageLanguage';

const request = (url: string, headers: Record<string, string> = {}) =>
  ({ url, headers }) as unknown as FastifyRequest;

it.each([
  ['the language of the link', '/?site=1&lang=es', { cookie: 'lang=en' }, 'es'],
  ['the language of the cookie', '/', { cookie: 'a=b; lang=es', 'accept-language': 'en' }, 'es'],
  [
    'the first supported language the browser accepts',
    '/',
    { 'accept-language': 'xx, es-MX;q=0.8' },
    'es',
  ],
  [
    'the accepted language with the highest weight',
    '/',
    { 'accept-language': 'en;q=0.5,es;q=0.9' },
    'es',
  ],
  ['English without any preference', '/', {}, 'en'],
  [
    'English if the link names an unsupported language',
    '/?lang=../en',
    { cookie: 'lang=xx' },
    'en',
  ],
])('chooses %s', (_case, url, headers, expected) => {
  expect(pageLanguage(request(url, headers))).toBe(expected);
});
