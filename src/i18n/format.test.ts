import { afterEach, describe, expect, it, vi } from 'vitest';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

/** Formats are cached by the module, with the time zone in which they were created. */
async function formatsIn(zone: string) {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  return import('./format');
}

afterEach(() => vi.unstubAllEnvs());

describe('a date-time', () => {
  const formatIn = async (zone: string, value: string, language = 'en') =>
    plain((await formatsIn(zone)).formatDateTime(value, language));

  it('is in the time zone of the reader', async () => {
    const value = '2026-11-20T02:30:00Z';
    expect(await formatIn('UTC', value)).toBe('Nov 20, 2026, 2:30 AM');
    expect(await formatIn('America/Los_Angeles', value)).toBe('Nov 19, 2026, 6:30 PM');
  });

  it.each(['2026-11-20T02:30:00.123456', '2026-11-20 02:30:00', '2026-11-20T02:30'])(
    'without a zone is UTC: %s',
    async (value) => {
      expect(await formatIn('America/Los_Angeles', value)).toBe('Nov 19, 2026, 6:30 PM');
    },
  );

  it.each(['2026-11-20T02:30:00+02:00', '2026-11-20T02:30:00+0200'])(
    'may have an offset: %s',
    async (value) => expect(await formatIn('UTC', value)).toBe('Nov 20, 2026, 12:30 AM'),
  );

  it('is in the language of the reader', async () => {
    const value = '2026-11-20T14:30:00Z';
    expect(await formatIn('UTC', value, 'es')).toMatch(/^20 nov 2026, 2:30 p\. ?m\.$/);
  });

  it('wraps only between date and time', async () => {
    const { formatDateTime } = await formatsIn('UTC');
    const pieces = formatDateTime('2026-11-20T14:30:00Z', 'en').split(' ');
    expect(pieces.map(plain)).toEqual(['Nov 20, 2026,', '2:30 PM']);
  });

  it('without a time is a calendar day', async () => {
    expect(await formatIn('America/Los_Angeles', '2026-11-20')).toBe('Nov 20, 2026');
  });

  it.each(['yesterday', 'Site 5', '', '2026-13-40T99:99:00Z', '1700000000'])(
    'is unchanged if it is invalid: %s',
    async (value) => expect(await formatIn('UTC', value)).toBe(value),
  );
});

describe('a calendar day', () => {
  const formatIn = async (zone: string, value: string, language = 'en') =>
    plain((await formatsIn(zone)).formatDate(value, language));

  // Apia had no December 30, 2011.
  it.each(['Pacific/Kiritimati', 'UTC', 'America/Los_Angeles', 'Pacific/Apia'])(
    'is the same in %s',
    async (zone) => {
      expect(await formatIn(zone, '2011-12-30')).toBe('Dec 30, 2011');
      expect(await formatIn(zone, '2008-03-09')).toBe('Mar 9, 2008');
      expect(await formatIn(zone, '1931-01-01', 'es')).toBe('1 ene 1931');
    },
  );

  it.each(['2008-02-31', '2008-13-01', 'spring of 2006', '09/03/2008', '2008-3-9', ''])(
    'is unchanged if it is invalid: %s',
    async (value) => expect(await formatIn('UTC', value)).toBe(value),
  );
});
