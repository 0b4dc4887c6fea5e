import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addSettingsFile, commandEnvironment } from './settingsFile';

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'server.env');
  writeFileSync(file, text);
  return file;
}

const POSTGRES = 'postgres://desk@db.example/desk';

describe('the environment of a command', () => {
  it('has the settings of the service where it does not name a database itself', () => {
    const file = fileWith(`DATABASE_URL=${POSTGRES}\nDATA_DIR=/var/lib/desk\nBRAND_NAME=Hope\n`);
    expect(commandEnvironment({ BRAND_NAME: 'Other' }, file)).toMatchObject({
      DATABASE_URL: POSTGRES,
      DATA_DIR: '/var/lib/desk',
      BRAND_NAME: 'Other',
    });
  });

  it.each([{ DATA_DIR: '/tmp/rehearsal' }, { DATABASE_URL: '' }])(
    'never adds a database to its own: %j',
    (own) => {
      const file = fileWith(`DATABASE_URL=${POSTGRES}\nDATA_DIR=/var/lib/desk\nBRAND_NAME=Hope\n`);
      expect(commandEnvironment(own, file)).toEqual(own);
      const named = commandEnvironment({ ...own, SETTINGS_FILE: file }, '/none');
      expect(named).toEqual({ ...own, SETTINGS_FILE: file, BRAND_NAME: 'Hope' });
    },
  );

  it('is its own where there is no service, or SETTINGS_FILE is empty', () => {
    expect(commandEnvironment({ LANG: 'C' }, '/none')).toEqual({ LANG: 'C' });
    const file = fileWith(`DATABASE_URL=${POSTGRES}`);
    expect(commandEnvironment({ SETTINGS_FILE: '' }, file)).toEqual({ SETTINGS_FILE: '' });
  });

  it.each(['BRAND_NAME=Hope', 'DATA_DIR=./data', 'DATA_DIR='])(
    'is refused where the service’s file does not say which database: %s',
    (text) => {
      const file = fileWith(text);
      expect(() => commandEnvironment({}, file)).toThrow(`${file} does not say which database`);
    },
  );

  it('is refused where the file that was named is not there', () => {
    expect(() => commandEnvironment({ SETTINGS_FILE: '/none/server.env' })).toThrow(
      'The settings file /none/server.env cannot be read (ENOENT)',
    );
  });
});

it('a server reads only a file that was named', () => {
  const file = fileWith(`DATABASE_URL=${POSTGRES}`);
  expect(addSettingsFile({ SETTINGS_FILE: file })).toMatchObject({ DATABASE_URL: POSTGRES });
  expect(addSettingsFile({ LANG: 'C' })).toEqual({ LANG: 'C' });
});
