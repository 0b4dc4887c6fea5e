/** Pages, files and settings of the web app: caching and error responses. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../server/buildServer';
import { readSettings, toPublicSettings } from '../../server/settings/settings';
import { readSettings as readServedSettings } from '../../src/app/settings';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'referral-desk-web-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>The page</title>');
  writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" />');
  writeFileSync(join(folder, 'gone.svg'), '<svg xmlns="http://www.w3.org/2000/svg" />');
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    API_URL: 'https://backend.example.org',
    PASSWORD_MIN_LENGTH: '12',
    BRAND_COLOR: '#7a1f5c',
    EXIT_URL: 'https://elsewhere.example/',
    PUBLIC_URL: 'https://desk.example.org/',
    SUPPORT_PHONE: '(310) 555-0142',
    SUPPORT_HOURS: 'Monday to Friday',
    SUPPORT_HOURS_ES: 'De lunes a viernes',
    SUPPORT_ADDRESS: '1200 Harbor Ave',
    RESPONSE_DAYS: '2',
    TIME_ZONE: 'America/Los_Angeles',
    PROMISE_NEXT: 'We call you first.',
    TERMS_TEXT: 'One\\n\\nTwo',
    TERMS_TEXT_ES: 'Uno',
  });
  app = await buildServer({ settings, webFolder: folder });
  await app.ready();
  rmSync(join(folder, 'gone.svg'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(url: string) {
  const { statusCode, headers, body } = await app.inject({ method: 'GET', url });
  expect(statusCode).toBe(200);
  expect(body).toContain('The page');
  return headers;
}

describe('the page of a link that sets a password', () => {
  it.each([
    '/reset-password?reset_token=secret',
    '/reset-password/',
    '/Reset-Password',
    '/confirm-email?reset_token=secret',
  ])('is not cached and sends no Referer: %s', async (url) => {
    const headers = await open(url);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });
});

it('a page without a token in its URL may be cached, with revalidation', async () => {
  for (const url of ['/', '/login', '/reset-password-help', '/confirm-email-help']) {
    expect((await open(url))['cache-control']).toBe('no-cache');
  }
});

it('settings.json contains the settings of the provider', async () => {
  const answer = await app.inject({ method: 'GET', url: '/settings.json' });
  expect(answer.json()).toMatchObject({
    apiUrl: 'https://backend.example.org',
    passwordMinLength: 12,
    brandColor: '#7a1f5c',
    exitUrl: 'https://elsewhere.example/',
    publicUrl: 'https://desk.example.org',
    idleMinutes: 15,
    timeZone: 'America/Los_Angeles',
    supportPhone: '(310) 555-0142',
    supportHours: 'Monday to Friday',
    supportHoursEs: 'De lunes a viernes',
    supportAddress: '1200 Harbor Ave',
    responseDays: 2,
    promiseFree: '',
    promiseNext: 'We call you first.',
    termsText: 'One\n\nTwo',
    termsTextEs: 'Uno',
  });
});

it('settings.json is not sent again to a browser that has it', async () => {
  const ask = (headers = {}) => app.inject({ method: 'GET', url: '/settings.json', headers });
  const { etag } = (await ask()).headers;
  const again = await ask({ 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(again.headers['cache-control']).toBe('no-cache');
});

it('the web app reads every setting that settings.json contains, and no others', () => {
  const served = toPublicSettings(readSettings({}));
  const read = readServedSettings(served);
  // The number to dial is read from the phone number.
  const { supportPhoneHref: _href, ...settings } = read;
  expect(Object.keys(served).toSorted()).toEqual(Object.keys(settings).toSorted());
});

it('matching a path of dots takes no longer than one of letters', async () => {
  const timeOf = async (url: string) => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const begun = performance.now();
      await open(url);
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  };
  const letters = await timeOf(`/${'ab'.repeat(7_900)}/`);
  expect(await timeOf(`/${'..'.repeat(7_900)}/`)).toBeLessThan(20 * letters + 1);
  expect(await timeOf(`/${'a.'.repeat(7_900)}/`)).toBeLessThan(20 * letters + 1);
});

it.each([
  ['/some.page/below', 200],
  ['/ends.', 200],
  ['/file.txt', 404],
  ['/.env', 404],
  ['/a/..b', 404],
])('%s answers %i: a path that ends like a file name is no page', async (url, status) => {
  expect((await app.inject({ url })).statusCode).toBe(status);
});

it('a file that was deleted after the start gets a 404 that does not repeat the URL', async () => {
  const { statusCode, body } = await app.inject({ url: '/gone.svg' });
  expect({ statusCode, body }).toEqual({ statusCode: 404, body: '{"detail":"Not Found"}' });
});

it.each([
  ['if-match', '"another"', 412],
  ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT', 412],
  ['range', 'bytes=99999-', 416],
])('a file request whose %s does not match is refused with 4xx', async (header, value, status) => {
  const answer = await app.inject({ url: '/logo.svg', headers: { [header]: value } });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({ detail: expect.any(String) });
});
