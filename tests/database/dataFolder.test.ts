/** A start with an unusable data folder explains the cause, the name of the setting and the remedy. */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockDataFolder } from '../../server/db/dataFolder/dataFolder';
import { openDatabase } from '../../server/db/openDatabase';
import { explainFailure } from '../../server/failures/explainFailure';
import { readSettings } from '../../server/settings/settings';
import { makeTemporaryDataDir } from '../support/processCalls';
import { copyEmbeddedTemplate } from '../support/templates';

/** Opens a database in this folder. Returns the explanation of the failure. */
async function explainOpen(DATA_DIR: string): Promise<string> {
  try {
    await (await openDatabase(readSettings({ DATA_DIR }))).close();
    return 'it opened';
  } catch (error) {
    return explainFailure(error);
  }
}

describe('a data folder', () => {
  const NOBODY = 65_534;

  it.each([
    ['a file', (path: string) => writeFileSync(path, ''), 'a file stands in the place of a folder'],
    [
      'a broken link',
      (path: string) => symlinkSync('/nowhere/at/all', path),
      'a link leads nowhere',
    ],
    ['a link to itself', (path: string) => symlinkSync(path, path), 'in a circle'],
    [
      'below a file',
      (path: string) => writeFileSync(join(path, '..'), ''),
      'a file stands in the place of a folder',
    ],
    [
      'a file in the place of its database',
      (path: string) => {
        mkdirSync(path, { mode: 0o700 });
        writeFileSync(join(path, 'postgres'), '');
      },
      'a file stands in the place of a folder',
    ],
  ])('is refused if it is %s', async (what, prepare, words) => {
    const parent = join(makeTemporaryDataDir(), 'parent');
    if (what !== 'below a file') mkdirSync(parent);
    const DATA_DIR = join(parent, 'data');
    prepare(DATA_DIR);
    const explanation = await explainOpen(DATA_DIR);
    expect(explanation).toMatch(words);
    expect(explanation).toContain('DATA_DIR');
  });

  // Root can use any folder, so the test runs as another user.
  it.runIf(process.getuid?.() === 0)('is refused if it belongs to another user', () => {
    const path = makeTemporaryDataDir();
    process.seteuid?.(NOBODY);
    try {
      expect(() => lockDataFolder(join(path, 'data'))).toThrow(
        /data cannot be used.*chown -R.*DATA_DIR/,
      );
      expect(() => lockDataFolder(path)).toThrow(/cannot be used.*chown -R.*DATA_DIR/);
    } finally {
      process.seteuid?.(0);
    }
  });

  it('is refused if its database is damaged, incomplete or of another PostgreSQL version', async () => {
    const whole = makeTemporaryDataDir();
    await copyEmbeddedTemplate(whole);
    const damage = async (how: (postgres: string) => void) => {
      const DATA_DIR = makeTemporaryDataDir();
      cpSync(whole, DATA_DIR, { recursive: true });
      how(join(DATA_DIR, 'postgres'));
      return explainOpen(DATA_DIR);
    };
    const DAMAGED = /postgres cannot be opened: .*restore the newest backup/;
    expect(
      await damage((at) => writeFileSync(join(at, 'global/pg_control'), 'x'.repeat(8_192))),
    ).toMatch(DAMAGED);
    expect(await damage((at) => rmSync(join(at, 'pg_wal'), { recursive: true }))).toMatch(DAMAGED);
    expect(await damage((at) => rmSync(join(at, 'PG_VERSION')))).toMatch(DAMAGED);
    expect(await damage((at) => writeFileSync(join(at, 'PG_VERSION'), '16\n'))).toMatch(
      /was made by PostgreSQL 16/,
    );
  });
});
