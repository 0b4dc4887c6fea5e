import { afterEach, expect, it, vi } from 'vitest';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

/** Formats are cached by the module, with the time zone in which they were created. */
async function formatIn(zone: string, value: string, language = 'en') {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  const { formatDateTime } = await import('./format');
  return plain(formatDateTime(value, language));
}

afterEach(() => vi.unstubAllEnvs());

it('is in the time zone of the reader', async () => {
  const value = '2026-11-20T02:30:00Z';
  expect(await formatIn('UTC', value)).toBe('Nov 20, 2026 2:30 AM');
  expect(await formatIn('America/Los_Angeles', value)).toBe('Nov 19, 2026 6:30 PM');
});

it('takes a time without a zone for UTC', async () => {
  expect(await formatIn('America/Los_Angeles', '2026-11-20T02:30:00.123456')).toBe(
    'Nov 19, 2026 6:30 PM',
  );
});

it('speaks the language of the reader', async () => {
  expect(await formatIn('UTC', '2026-11-20T02:30:00Z', 'es')).toContain('nov 2026');
});

it('shows what is no date as it came', async () => {
  expect(await formatIn('UTC', 'yesterday')).toBe('yesterday');
});
