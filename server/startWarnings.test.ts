import type { FastifyBaseLogger } from 'fastify';
import { expect, it, vi } from 'vitest';
import { readSettings } from './settings/settings';
import { logSettingsWarnings } from './startWarnings';

function warningsOf(environment: Record<string, string>): string[] {
  const warn = vi.fn<(text: string) => void>();
  logSettingsWarnings(readSettings(environment), { warn } as unknown as FastifyBaseLogger);
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

it.each<Record<string, string>>([
  {},
  { TRUST_PROXY: '1', SMTP_ALLOW_PLAINTEXT: 'false' },
  { TRUST_PROXY: 'loopback,10.0.0.0/8' },
])('does not warn of %j', (environment) => {
  expect(warningsOf(environment)).toEqual([]);
});
