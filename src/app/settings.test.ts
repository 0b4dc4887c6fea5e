import { expect, it, vi } from 'vitest';
import { loadSettings, readSettings } from './settings';

it('fills in defaults', () => {
  expect(readSettings({ apiUrl: '/api' })).toEqual({
    apiUrl: '/api',
    brandName: 'Referral Desk',
    brandColor: '',
    logoUrl: '/logo.svg',
    learnMoreUrl: '',
    aboutUrl: '',
    exitUrl: 'https://www.weather.gov/',
    publicUrl: '',
    supportPhone: '',
    supportPhoneHref: '',
    supportHours: '',
    supportHoursEs: '',
    supportAddress: '',
    responseDays: 0,
    timeZone: '',
    promiseFree: '',
    promiseFreeEs: '',
    promiseReaders: '',
    promiseReadersEs: '',
    promiseNext: '',
    promiseNextEs: '',
    passwordMinLength: 6,
    idleMinutes: 15,
    fixedSites: undefined,
    termsText: '',
    termsTextEs: '',
  });
});

it.each([null, 'text', {}, { apiUrl: 7 }])(
  'throws for settings without an API address: %j',
  (given) => {
    expect(() => readSettings(given)).toThrow('apiUrl is missing');
  },
);

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//elsewhere.example',
  String.raw`/\elsewhere.example`,
  '/\t/elsewhere.example',
  'https://',
  'about',
])('drops %j as a link address', (address) => {
  const { aboutUrl, learnMoreUrl, logoUrl, exitUrl } = readSettings({
    apiUrl: '/api',
    aboutUrl: address,
    learnMoreUrl: address,
    logoUrl: address,
    exitUrl: address,
  });
  expect([aboutUrl, learnMoreUrl, logoUrl]).toEqual(['', '', '/logo.svg']);
  expect(exitUrl).toBe('https://www.weather.gov/');
});

it.each([
  [12, 12],
  [3, 6],
  [8.5, 6],
  [300, 6],
  ['12', 6],
  [null, 6],
])('reads %j as a minimum password length of %i', (passwordMinLength, read) => {
  expect(readSettings({ apiUrl: '/api', passwordMinLength }).passwordMinLength).toBe(read);
});

it.each([
  ['#7A1F5C', '#7a1f5c'],
  [' #abc ', '#abc'],
  // The product's own colour needs no style.
  ['#0B5A66', ''],
  ['red', ''],
  ['#12345', ''],
  ['#123456;} body{display:none', ''],
  [7, ''],
])('reads %j as the brand colour %j', (brandColor, read) => {
  expect(readSettings({ apiUrl: '/api', brandColor }).brandColor).toBe(read);
});

it.each([
  [2, 2],
  ['3', 3],
  [0, 0],
  [-1, 0],
  [1.5, 0],
  [31, 0],
  ['soon', 0],
  [null, 0],
])('reads %j as a promise to call within %i business days', (responseDays, read) => {
  expect(readSettings({ apiUrl: '/api', responseDays }).responseDays).toBe(read);
});

it('loads the settings from /settings.json', async () => {
  const fetched = vi.fn<(url: string) => Promise<Response>>(async () =>
    Response.json({ apiUrl: 'https://api.example', brandName: ' Clinic ' }),
  );
  vi.stubGlobal('fetch', fetched);
  const settings = await loadSettings();
  expect(fetched).toHaveBeenCalledWith('/settings.json');
  expect(settings).toMatchObject({ apiUrl: 'https://api.example', brandName: 'Clinic' });
});

it('throws when /settings.json is missing', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  await expect(loadSettings()).rejects.toThrow('404');
});

it.each([
  [30, 30],
  [0, 0],
  [1_440, 1_440],
  [-1, 15],
  [1_441, 15],
  ['30', 15],
  [null, 15],
])('reads %j as %d idle minutes', (given, minutes) => {
  expect(readSettings({ apiUrl: '/api', idleMinutes: given }).idleMinutes).toBe(minutes);
});

it.each([
  ['America/Los_Angeles', 'America/Los_Angeles'],
  [7, ''],
])('reads %j as the time zone %j', (timeZone, read) => {
  expect(readSettings({ apiUrl: '/api', timeZone }).timeZone).toBe(read);
});

it.each([
  [' (310) 555-0142 ext. 3 ', 'tel:3105550142;ext=3'],
  ['ask at the desk', ''],
  [undefined, ''],
])('reads %j as the phone number to dial %j', (supportPhone, href) => {
  expect(readSettings({ apiUrl: '/api', supportPhone }).supportPhoneHref).toBe(href);
});
