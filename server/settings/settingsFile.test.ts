import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addSettingsFile, commandEnvironment } from './settingsFile';

function fileWith(text: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'server.env');
  writeFileSync(file, text);
  return file;
}

const POSTGRES = 'postgres://desk@db.example/desk';

describe('the environment of a command', () => {
  it('contains the settings of the service if it names no database itself', () => {
    const file = fileWith(`DATABASE_URL=${POSTGRES}\nDATA_DIR=/var/lib/desk\nBRAND_NAME=Hope\n`);
    expect(commandEnvironment({ BRAND_NAME: 'Other' }, file)).toMatchObject({
      DATABASE_URL: POSTGRES,
      DATA_DIR: '/var/lib/desk',
      BRAND_NAME: 'Other',
    });
  });

  it.each([{ DATA_DIR: '/tmp/rehearsal' }, { DATABASE_URL: '' }])(
    'never adds the database of the file to its own: %j',
    (own) => {
      const file = fileWith(`DATABASE_URL=${POSTGRES}\nDATA_DIR=/var/lib/desk\nBRAND_NAME=Hope\n`);
      expect(commandEnvironment(own, file)).toEqual(own);
      const named = commandEnvironment({ ...own, SETTINGS_FILE: file }, '/none');
      expect(named).toEqual({ ...own, SETTINGS_FILE: file, BRAND_NAME: 'Hope' });
    },
  );

  it('is unchanged without a service or with an empty SETTINGS_FILE', () => {
    expect(commandEnvironment({ LANG: 'C' }, '/none')).toEqual({ LANG: 'C' });
    const file = fileWith(`DATABASE_URL=${POSTGRES}`);
    expect(commandEnvironment({ SETTINGS_FILE: '' }, file)).toEqual({ SETTINGS_FILE: '' });
  });

  it.each(['BRAND_NAME=Hope', 'DATA_DIR=./data', 'DATA_DIR='])(
    'is refused if the file of the service does not say which database: %s',
    (text) => {
      const file = fileWith(text);
      expect(() => commandEnvironment({}, file)).toThrow(`${file} does not say which database`);
    },
  );

  it('is refused if the named file does not exist', () => {
    expect(() => commandEnvironment({ SETTINGS_FILE: '/none/server.env' })).toThrow(
      'The settings file /none/server.env cannot be read (ENOENT)',
    );
  });
});

it('a server reads a settings file only if SETTINGS_FILE names it', () => {
  const file = fileWith(`DATABASE_URL=${POSTGRES}`);
  expect(addSettingsFile({ SETTINGS_FILE: file })).toMatchObject({ DATABASE_URL: POSTGRES });
  expect(addSettingsFile({ LANG: 'C' })).toEqual({ LANG: 'C' });
});

it.each([
  ['a byte order mark', Buffer.from('\uFEFFDATA_DIR=/var/lib/desk\n'), 'Line 1 begins'],
  ['UTF-16', Buffer.from('\uFEFFDATA_DIR=/var/lib/desk\n', 'utf16le'), 'It is not UTF-8.'],
  ['export', Buffer.from('# ours\nexport DATA_DIR=/var/lib/desk\n'), 'Line 2 begins with export'],
])('a server and a command refuse a settings file with %s', (_what, content, reason) => {
  const file = fileWith(content);
  for (const read of [addSettingsFile, commandEnvironment]) {
    expect(() => read({ SETTINGS_FILE: file })).toThrow(
      `The settings file ${file} cannot be used. ${reason}`,
    );
  }
});
