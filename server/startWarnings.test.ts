import type { FastifyBaseLogger } from 'fastify';
import { expect, it, vi } from 'vitest';
import { readSettings } from './settings';
import { logSettingsWarnings } from './startWarnings';

function warningsOf(environment: Record<string, string>): string[] {
  const warn = vi.fn<(text: string) => void>();
  logSettingsWarnings(readSettings(environment), { warn } as unknown as FastifyBaseLogger);
  return warn.mock.calls.map(([text]) => text);
}

it.each([
  [{ TRUST_PROXY: 'true' }, 'Set the number of proxies in front'],
  [{ SMTP_ALLOW_PLAINTEXT: 'true' }, 'cross the network unencrypted'],
])('warns at start of %j', (environment, words) => {
  const warnings = warningsOf(environment);
  expect(warnings).toEqual([expect.stringContaining(words)]);
  expect(warnings[0]).toContain(`${Object.keys(environment)[0]}=true`);
});

it.each<Record<string, string>>([{}, { TRUST_PROXY: '1', SMTP_ALLOW_PLAINTEXT: 'false' }])(
  'does not warn of %j',
  (environment) => {
    expect(warningsOf(environment)).toEqual([]);
  },
);
