/** After a move to PostgreSQL, the embedded database is not mistaken for the current one. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backUp } from '../../server/db/backup/backup';
import { restore } from '../../server/db/backup/restore';
import {
  fillDatabase,
  temporaryFolder,
  temporarySettings,
  withDatabase,
} from '../support/archives';
import { command } from '../support/commands';
import { createDatabase } from '../support/engines';
import { requireBuild, startServer } from '../support/processCalls';
import { startExpectingFailure } from '../support/serverProcess';

requireBuild();

it('the server marks a data folder that was replaced by a PostgreSQL, and refuses to open it until data is restored into it', async () => {
  const { settings: old, environment } = temporarySettings({});
  await withDatabase(old, (db) => fillDatabase(db, old, 10));
  const file = join(temporaryFolder(), 'moved.backup');
  await backUp(old, file);
  const DATABASE_URL = await createDatabase();
  const moved = { ...old, DATABASE_URL };
  const marker = join(old.DATA_DIR, 'moved.json');

  // An empty PostgreSQL database is not where the data was moved to.
  const empty = await startServer(old.DATA_DIR, { DATABASE_URL: await createDatabase() });
  await empty.stop();
  expect(existsSync(marker)).toBe(false);

  await restore(moved, file, { replace: false });
  const server = await startServer(old.DATA_DIR, { DATABASE_URL });
  expect(server.output()).toContain('DATA_DIR holds an embedded database that is no longer used');
  await server.stop();
  expect(statSync(marker).mode & 0o777).toBe(0o600);
  const again = await startServer(old.DATA_DIR, { DATABASE_URL });
  expect(again.output()).not.toContain('no longer used');
  await again.stop();

  const name = new URL(DATABASE_URL).pathname.slice(1);
  const expectRefused = ({ code, output }: { code: number | null; output: string }) => {
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('out of date') });
    expect(output).toContain(`the server runs on the PostgreSQL database ${name} at 127.0.0.1:`);
    expect(output).toContain(`delete ${marker}`);
    expect(output).not.toContain(new URL(DATABASE_URL).username + '@');
    expect(output).not.toMatch(/^\s+at /m);
  };
  const second = join(temporaryFolder(), 'second.backup');
  expectRefused(await command('backup', environment, second));
  expect(existsSync(second)).toBe(false);
  expectRefused(await command('verifyAudit', environment));
  expectRefused(await command('seed', environment, '--referrals', '1'));
  expectRefused(await startExpectingFailure(environment));

  // With the settings of the service, the same command finds the current database.
  const settingsFile = join(temporaryFolder(), 'server.env');
  writeFileSync(settingsFile, `DATABASE_URL=${DATABASE_URL}\nDATA_DIR=${old.DATA_DIR}\n`);
  const right = await command('backup', { SETTINGS_FILE: settingsFile }, second);
  expect(right).toEqual({
    code: 0,
    output: expect.stringContaining(`from the PostgreSQL database ${name} at 127.0.0.1:`),
  });

  // Moved back: the data in the folder is replaced, and the folder is in use again.
  const back = await command('restore', environment, '--replace', second);
  expect(back).toEqual({
    code: 0,
    output: expect.stringContaining(`Restored into the embedded database in ${old.DATA_DIR}`),
  });
  expect(existsSync(marker)).toBe(false);
  const last = await command('backup', environment, join(temporaryFolder(), 'last.backup'));
  expect(last.output).toContain(`from the embedded database in ${old.DATA_DIR}`);
});
