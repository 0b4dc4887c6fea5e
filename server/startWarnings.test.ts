import type { FastifyBaseLogger } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from './settings/settings';
import { logSettingsWarnings } from './startWarnings';

afterEach(() => vi.unstubAllEnvs());

function warningsOf(environment: Record<string, string>): string[] {
  const warn = vi.fn<(text: string) => void>();
  const settings = readSettings({ TIME_ZONE: 'America/Los_Angeles', ...environment });
  logSettingsWarnings(settings, { warn } as unknown as FastifyBaseLogger);
  return warn.mock.calls.map(([text]) => text);
}

it.each([
  [
    { TRUST_PROXY: 'true' },
    'TRUST_PROXY=true trusts any X-Forwarded-For: every client can choose the address that rate limits and the audit trail use. Set the number of proxies in front',
  ],
  [{ TRUST_PROXY: '127.0.0.1,0.0.0.0/1,128.0.0.0/1' }, 'Set the number of proxies in front'],
  [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY=0.0.0.0/1,128.0.0.0/1 trusts any X-Forwarded-For'],
  [{ TRUST_PROXY: '::ffff:0:0/96' }, 'Set the number of proxies in front'],
  [
    { SMTP_ALLOW_PLAINTEXT: 'true' },
    'SMTP_ALLOW_PLAINTEXT=true lets mails, with links that open accounts, and the password of SMTP_URL cross the network unencrypted',
  ],
])('warns at start of %j', (environment, words) => {
  const warnings = warningsOf(environment);
  expect(warnings).toEqual([expect.stringContaining(words)]);
  expect(warnings[0]).toContain(`${Object.keys(environment)[0]}=`);
});

it.each<[Record<string, string>, string]>([
  [{ HOST: '0.0.0.0' }, 'http://0.0.0.0:3000 by default'],
  [{ HOST: '::', PORT: '80' }, 'http://[::]:80 by default'],
  [{ PORT: '0' }, 'http://127.0.0.1:0 by default'],
  [{ PUBLIC_URL: 'http://0.0.0.0:8080' }, 'http://0.0.0.0:8080,'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'http://127.0.0.1:3000 by default'],
  [
    { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://localhost' },
    'https://localhost, which no reader of an email or a poster can open',
  ],
])('warns of links that nobody can open: %j', (environment, words) => {
  expect(warningsOf(environment)).toEqual([expect.stringContaining(`PUBLIC_URL is ${words}`)]);
});

it.each<Record<string, string>>([
  {},
  { HOST: '0.0.0.0', PUBLIC_URL: 'https://refer.example.org' },
  { HOST: '192.168.7.4' },
  { HOST: '0.0.0.0', API_URL: 'https://api.example.org' },
  { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://refer.example.org' },
  { TRUST_PROXY: '1', SMTP_ALLOW_PLAINTEXT: 'false' },
  { TRUST_PROXY: 'loopback,10.0.0.0/8' },
])('does not warn of %j', (environment) => {
  expect(warningsOf(environment)).toEqual([]);
});

describe('of emails about news', () => {
  const NEUTRAL = { PUBLIC_URL: 'https://desk.example.org', BRAND_NAME: 'Hope House' };
  it.each<[Record<string, string>, string[]]>([
    [{ MAIL_FROM_NOTICE: 'News <news@example.org>' }, []],
    [{ MAIL_FROM: 'Hope House <desk@example.org>' }, []],
    [
      { MAIL_FROM_NOTICE: 'Valley Clinic <news@example.org>' },
      ['MAIL_FROM_NOTICE has “clinic”: whoever sees an email'],
    ],
    [
      { MAIL_FROM_NOTICE: 'Hope-House <news@example.org>' },
      ['MAIL_FROM_NOTICE has “Hope House”: whoever sees an email'],
    ],
    [
      { MAIL_FROM: 'desk@salud-mental.example.org' },
      ['MAIL_FROM_NOTICE is not set, and the address of MAIL_FROM has “mental”: nobody gets'],
    ],
    [
      { PUBLIC_URL: 'https://desk.recovery.example.org', MAIL_FROM: 'desk@example.org' },
      ['PUBLIC_URL has “recover”: each email'],
    ],
    [
      { PUBLIC_URL: 'https://refer.hopehouse.org' },
      ['PUBLIC_URL has “Hope House”: each email', 'MAIL_FROM_NOTICE is not set'],
    ],
    [{ PUBLIC_URL: 'https://refer.hopehouse.org', API_URL: 'https://api.example.org' }, []],
  ])('%j: %j', (environment, words) => {
    const warnings = warningsOf({ ...NEUTRAL, ...environment });
    expect(warnings).toEqual(words.map((text) => expect.stringContaining(text) as string));
  });
});

it.each([
  ['UTC', '', 1],
  ['Etc/UTC', '', 1],
  ['America/Los_Angeles', '', 0],
  ['UTC', 'UTC', 0],
])('on a machine in %s with TIME_ZONE=%j there are %i warnings', (machine, TIME_ZONE, count) => {
  vi.stubEnv('TZ', machine);
  const warnings = warningsOf({ TIME_ZONE });
  expect(warnings).toHaveLength(count);
  if (count > 0) expect(warnings[0]).toContain('TIME_ZONE is not set');
});
