import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { readSettings, SETTING_NAMES } from './settings';

/** Writes a file with this text. Returns its path. */
function fileOf(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'holidays');
  writeFileSync(file, text);
  return file;
}

describe('settings', () => {
  it('have a default for every value', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, BRAND_NAME: 'Referral Desk' });
    expect(settings.PUBLIC_URL).toBe('http://127.0.0.1:3000');
    expect(settings.DATA_DIR).toMatch(/\/data$/);
  });

  it('treat an empty value as not set', () => {
    const blank = { PORT: '', SMTP_URL: '', IDLE_MINUTES: ' ' };
    expect(readSettings(blank)).toMatchObject({ PORT: 3000, IDLE_MINUTES: 15 });
  });

  it('name every bad setting and repeat no value', () => {
    const bad = {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://example.org/x',
      JWT_SECRET: 'short-secret',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'not an address',
      SUPERUSER_EMAIL: 'nobody',
    };
    const message = messageOf(() => readSettings(bad));
    for (const [name, value] of Object.entries(bad)) {
      expect(message).toContain(name);
      expect(message).not.toContain(value);
    }
  });

  it('drop the final slash of PUBLIC_URL, because links are appended to it', () => {
    expect(readSettings({ PUBLIC_URL: 'https://refer.example.org/' }).PUBLIC_URL).toBe(
      'https://refer.example.org',
    );
  });

  it.each([
    ['Desk <desk@clinic.example>', { name: 'Desk', address: 'desk@clinic.example' }],
    ['"Front, Desk" <desk@localhost>', { name: 'Front, Desk', address: 'desk@localhost' }],
    ['desk@clinic.example', { name: 'Hope Clinic', address: 'desk@clinic.example' }],
    ['', { name: 'Hope Clinic', address: 'no-reply@example.org' }],
  ])('read MAIL_FROM=%s, by default with the name of the brand', (given, read) => {
    expect(readSettings({ MAIL_FROM: given, BRAND_NAME: ' Hope Clinic ' }).MAIL_FROM).toEqual(read);
  });

  it.each([
    'Desk',
    'a@clinic.example, b@clinic.example',
    'Desk <desk at clinic>',
    'Desk\nBcc: all@clinic.example <desk@clinic.example>',
  ])('refuse MAIL_FROM=%s', (given) => {
    expect(messageOf(() => readSettings({ MAIL_FROM: given }))).toContain('MAIL_FROM');
  });

  it.each(['Hope\r\nBcc: all@clinic.example', 'Hope\u2028Clinic', 'Hope\0'])(
    'refuse a BRAND_NAME of several lines, because emails have it in a header: %j',
    (given) => {
      expect(() => readSettings({ BRAND_NAME: given })).toThrow('BRAND_NAME: must be one line');
    },
  );

  it.each([
    ['true', true],
    ['1', 1],
    ['127.0.0.1, 10.0.0.0/8,::1', '127.0.0.1,10.0.0.0/8,::1'],
    ['loopback', 'loopback'],
  ])('read TRUST_PROXY=%s', (given, read) => {
    expect(readSettings({ TRUST_PROXY: given }).TRUST_PROXY).toEqual(read);
  });

  it.each([
    ['loopback,0.0.0.0/0', 'loopback,0.0.0.0/1,128.0.0.0/1'],
    ['::/0', '::/1,8000::/1'],
    ['127.0.0.1, 10.0.0.0/8', '127.0.0.1,10.0.0.0/8'],
  ])('read networks as Fastify takes them: TRUST_PROXY=%s', async (given, trustProxy) => {
    expect(readSettings({ TRUST_PROXY: given })).toMatchObject({ TRUST_PROXY: trustProxy });
    await fastify({ trustProxy }).close();
  });

  it.each(['yes', 'TRUE', '-1', '1.5', '11', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example'])(
    'refuse TRUST_PROXY=%s',
    (given) => {
      expect(messageOf(() => readSettings({ TRUST_PROXY: given }))).toContain('TRUST_PROXY');
    },
  );

  it.each([
    'https://a.example/?x=1',
    'https://a.example/#y',
    'https://u:p@a.example',
    'https://a.example/desk',
    'https://a.example/desk/',
    'https://a.example//',
    'not an address',
    'https://',
  ])('refuse PUBLIC_URL=%s, below which the app cannot be served', (given) => {
    expect(messageOf(() => readSettings({ PUBLIC_URL: given }))).toContain('PUBLIC_URL');
  });

  it('read ALLOWED_ORIGINS as a list, none by default', () => {
    expect(readSettings({}).ALLOWED_ORIGINS).toEqual([]);
    const given = 'https://desk.example.org, http://localhost:5173';
    expect(readSettings({ ALLOWED_ORIGINS: given }).ALLOWED_ORIGINS).toEqual([
      'https://desk.example.org',
      'http://localhost:5173',
    ]);
  });

  it.each([
    '*',
    'null',
    'desk.example.org',
    'https://desk.example.org/',
    'https://Desk.example.org',
    'https://a.example,',
  ])('refuse ALLOWED_ORIGINS=%s', (given) => {
    expect(messageOf(() => readSettings({ ALLOWED_ORIGINS: given }))).toContain('ALLOWED_ORIGINS');
  });

  it('read FIXED_SITES as a list: Site A to Site N by default, none if empty', () => {
    const read = (FIXED_SITES?: string) => readSettings({ FIXED_SITES }).FIXED_SITES;
    expect(read()).toHaveLength(14);
    expect([read()[0], read()[13]]).toEqual(['Site A', 'Site N']);
    expect(read(' North ,Escuela Ávila')).toEqual(['North', 'Escuela Ávila']);
    expect([read(''), read(' ')]).toEqual([[], []]);
  });

  it.each(['North,', ',', 'North,north', `North,${'x'.repeat(201)}`])(
    'refuse FIXED_SITES=%s',
    (given) => {
      expect(() => readSettings({ FIXED_SITES: given })).toThrow(
        'FIXED_SITES: must be different names of sites, separated by commas, or empty',
      );
    },
  );

  it.each(['~/desk', '~desk/data', '$HOME/desk', '/srv/${NAME}/data', '/srv/a\nB=1'])(
    'refuse DATA_DIR=%j, in which nobody would look for the data',
    (given) => {
      expect(() => readSettings({ DATA_DIR: given })).toThrow('DATA_DIR: must be a folder');
    },
  );

  it.each(['/srv/desk data', '../desk', '/srv/desk~1'])('accept DATA_DIR=%s', (given) => {
    expect(readSettings({ DATA_DIR: given }).DATA_DIR).toMatch(/desk/);
  });

  it('put an IPv6 address in brackets in PUBLIC_URL', () => {
    expect(readSettings({ HOST: '::1' }).PUBLIC_URL).toBe('http://[::1]:3000');
  });

  it('default MAIL_FROM to the domain of PUBLIC_URL, if it has one', () => {
    const from = (PUBLIC_URL: string) => readSettings({ PUBLIC_URL }).MAIL_FROM.address;
    expect(from('https://refer.clinic.example')).toBe('no-reply@refer.clinic.example');
    expect(from('http://127.0.0.1:3000')).toBe('no-reply@example.org');
  });

  it('distinguish a configured PUBLIC_URL from the default', () => {
    const given = readSettings({ PUBLIC_URL: 'https://desk.example.org/' });
    expect([given.PUBLIC_URL, given.GIVEN_URL]).toEqual([
      'https://desk.example.org',
      'https://desk.example.org',
    ]);
    const guessed = readSettings({});
    expect([guessed.PUBLIC_URL, guessed.GIVEN_URL]).toEqual(['http://127.0.0.1:3000', '']);
  });

  it('refuse an invalid brand colour', () => {
    expect(readSettings({ BRAND_COLOR: '#7A1F5C' }).BRAND_COLOR).toBe('#7A1F5C');
    expect(() => readSettings({ BRAND_COLOR: 'red' })).toThrow(
      'BRAND_COLOR: must be a colour such as #0b5a66',
    );
  });

  it.each(['TERMS_TEXT', 'TERMS_TEXT_ES'] as const)('read %s with its line breaks', (name) => {
    expect(readSettings({})[name]).toBe('');
    const given = ' One\\nstill one\r\n\n';
    expect(readSettings({ [name]: `${given}Two ` })[name]).toBe('One\nstill one\n\nTwo');
    expect(readSettings({ [name]: 'x'.repeat(20_000) })[name]).toHaveLength(20_000);
    expect(messageOf(() => readSettings({ [name]: 'x'.repeat(20_001) }))).toContain(name);
  });

  it.each([
    'SUPPORT_HOURS',
    'SUPPORT_HOURS_ES',
    'SUPPORT_ADDRESS',
    'PROMISE_FREE',
    'PROMISE_FREE_ES',
    'PROMISE_READERS',
    'PROMISE_READERS_ES',
    'PROMISE_NEXT',
    'PROMISE_NEXT_ES',
  ] as const)('read %s, which nothing replaces', (name) => {
    expect(readSettings({})[name]).toBe('');
    expect(readSettings({ [name]: ' One\\nTwo ' })[name]).toBe('One\nTwo');
    expect(messageOf(() => readSettings({ [name]: 'x'.repeat(301) }))).toContain(name);
  });

  it.each(['Etc/Unknown', 'GMT+05:00', undefined])(
    'use UTC on a machine whose time zone is %s',
    (timeZone) => {
      const options = new Intl.DateTimeFormat().resolvedOptions();
      vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce({
        ...options,
        timeZone: timeZone as string,
      });
      expect(readSettings({}).TIME_ZONE).toBe('UTC');
    },
  );

  it('read TIME_ZONE in any case; by default it is the machine’s', () => {
    const machine = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(readSettings({})).toMatchObject({ TIME_ZONE: machine, GIVEN_TIME_ZONE: '' });
    for (const name of ['America/Los_Angeles', 'america/los_angeles']) {
      expect(readSettings({ TIME_ZONE: name }).TIME_ZONE).toBe('America/Los_Angeles');
    }
    for (const name of ['Pacific', 'America/Los Angeles', '-08:00', '8']) {
      expect(messageOf(() => readSettings({ TIME_ZONE: name }))).toContain('TIME_ZONE: must be');
    }
  });

  it('read HOLIDAYS from a list, in order, none by default', () => {
    expect(readSettings({}).HOLIDAYS).toEqual([]);
    const given = ' 2026-12-25,2026-11-26 , ';
    expect(readSettings({ HOLIDAYS: given }).HOLIDAYS).toEqual(['2026-11-26', '2026-12-25']);
  });

  it('read HOLIDAYS from a file with remarks', () => {
    const file = fileOf('# 2026\r\n2026-11-26 Thanksgiving\n\n2026-12-25# Christmas\n');
    expect(readSettings({ HOLIDAYS: file }).HOLIDAYS).toEqual(['2026-11-26', '2026-12-25']);
  });

  it.each([
    ['a list', '2026-12-25, 2026-02-30', 'a line: entry 2 is none'],
    ['a list', '2026-12-25;2026-12-26', 'or the path of a file with one day a line'],
    ['a list', '12-25-2026', 'a line: entry 1 is none'],
    ['a missing file', '/nowhere/holidays', 'the path of a file with one day a line'],
    ['a folder', tmpdir(), 'the path of a file with one day a line'],
  ])('refuse HOLIDAYS: %s of %s', (_what, HOLIDAYS, message) => {
    expect(messageOf(() => readSettings({ HOLIDAYS }))).toMatch(
      new RegExp(`HOLIDAYS: must be days .*${message}$`),
    );
  });

  it('name the line of a file of HOLIDAYS that is no day, and repeat nothing of it', () => {
    const HOLIDAYS = fileOf('2026-11-26\n# more\nChristmas 2026-12-25\n');
    const message = messageOf(() => readSettings({ HOLIDAYS }));
    expect(message).toContain('a line: line 3 is none');
    expect(message).not.toContain('Christmas');
  });

  it('read FAILED_ATTEMPTS: 3 by default, from 1 to 20', () => {
    expect(readSettings({}).FAILED_ATTEMPTS).toBe(3);
    expect(readSettings({ FAILED_ATTEMPTS: '20' }).FAILED_ATTEMPTS).toBe(20);
    for (const count of ['0', '21', '2.5', 'three']) {
      const message = messageOf(() => readSettings({ FAILED_ATTEMPTS: count }));
      expect(message).toContain('FAILED_ATTEMPTS: must be a whole number from 1 to 20');
    }
  });

  it('read MORNING_MAIL: 07:00 by default, from midnight until before noon', () => {
    expect(readSettings({}).MORNING_MAIL).toBe('07:00');
    for (const hour of ['00:00', '11:59']) {
      expect(readSettings({ MORNING_MAIL: hour }).MORNING_MAIL).toBe(hour);
    }
    for (const hour of ['12:00', '7:00', '07', '07:00:00', '7am', '24:00', '06:60']) {
      const message = messageOf(() => readSettings({ MORNING_MAIL: hour }));
      expect(message).toContain('MORNING_MAIL: must be a time before noon, such as 07:00');
    }
  });

  it('read RESPONSE_DAYS, and promise no time without it', () => {
    expect(readSettings({}).RESPONSE_DAYS).toBe(0);
    expect(readSettings({ RESPONSE_DAYS: '2' }).RESPONSE_DAYS).toBe(2);
    for (const days of ['-1', '1.5', '31', 'two']) {
      expect(messageOf(() => readSettings({ RESPONSE_DAYS: days }))).toContain('RESPONSE_DAYS');
    }
  });

  it.each([
    ['true', true],
    ['false', false],
    ['2', 2],
    ['10.0.0.0/8', '10.0.0.0/8'],
  ])('read TRUST_PROXY=%s', (given, read) => {
    expect(readSettings({ TRUST_PROXY: given }).TRUST_PROXY).toBe(read);
  });
});

describe('validation of a single setting', () => {
  const junk = [
    'x',
    '-1',
    'NaN',
    'http',
    'https://',
    'http://[',
    '//x',
    'a b',
    '%',
    'y'.repeat(30_000),
  ];

  it.each(SETTING_NAMES)('%s is refused, if at all, with one sentence of our own', (name) => {
    for (const value of junk) {
      const message = refusalOf({ [name]: value });
      if (message === undefined) continue;
      expect(message).toMatch(
        new RegExp(`^These settings are not usable:\n  ${name}: must [^\n]+$`),
      );
      // Texts of zod and of the URL parser.
      expect(message).not.toMatch(/Invalid|expected|received|Too (big|small)/);
      expect(message).not.toContain(value.repeat(20).slice(0, 20));
    }
  });

  it.each([
    ['HOST', 'http://127.0.0.1'],
    ['HOST', '[::1]'],
    ['DATABASE_URL', 'postgres://user:p#ss@db.example/desk'],
    ['DATABASE_URL', 'postgres://user:100%@db.example:x/desk'],
    ['SMTP_URL', 'smtps://user:p#ss@mail.example'],
    ['SMTP_URL', 'smtp://mail.example?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://mail.example/?ignoreTLS=true'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_ALLOW_PLAINTEXT', 'yes'],
  ])('%s=%s is refused', (name, value) => {
    expect(refusalOf({ [name]: value })).toContain(`  ${name}: must be `);
  });

  it.each([
    ['HOST', '::'],
    ['DATABASE_URL', 'postgres://user:p%23ss@db.example/desk?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://desk@/desk?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres:///desk?sslrootcert=/no/such/file'],
    ['SMTP_URL', 'smtps://desk%40clinic.example:p%23ss@mail.example:465/'],
  ])('%s=%s is accepted', (name, value) => {
    expect(refusalOf({ [name]: value })).toBeUndefined();
  });
});

describe('links that a provider configures', () => {
  it.each(['LOGO_URL', 'LEARN_MORE_URL', 'ABOUT_URL'] as const)(
    '%s is an http(s) address or a path',
    (name) => {
      for (const good of ['https://clinic.example/a?b#c', '/about', '/']) {
        expect(readSettings({ [name]: good })[name]).toBe(good);
      }
      for (const bad of NO_LINKS) expect(refusalOf({ [name]: bad })).toContain(name);
    },
  );

  it('EXIT_URL and API_URL must lead to another site', () => {
    for (const bad of [...NO_LINKS, '/about']) {
      expect(refusalOf({ EXIT_URL: bad })).toContain('EXIT_URL');
      expect(refusalOf({ API_URL: bad })).toContain('API_URL');
    }
  });
});

const NO_LINKS = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'ftp://clinic.example/logo.svg',
  '//clinic.example/logo.svg',
  String.raw`/\clinic.example`,
  '/\t/clinic.example',
  String.raw`https:\\clinic.example`,
  'https:clinic.example',
  'logo.svg',
];

/** The error message; undefined when the settings are accepted. */
function refusalOf(environment: Record<string, string>): string | undefined {
  try {
    readSettings(environment);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}
