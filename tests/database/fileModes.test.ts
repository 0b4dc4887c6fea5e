/** Files with personal data are accessible only to their owner, whatever the umask and the mode of the folder. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireOwnerOnly } from '../../server/db/dataFolder/ownerOnly';
import { temporaryFolder } from '../support/archives';
import { command } from '../support/commands';
import { createMigratedDatabase } from '../support/engines';
import {
  addGuestReferral,
  makeTemporaryDataDir,
  requireBuild,
  preload,
  post,
  startWithoutTemplate,
} from '../support/processCalls';
import { startExpectingFailure } from '../support/serverProcess';
import { SUPERUSER } from '../support/superuser';
import { unique } from '../support/fixtures';

/** The ID of another user. */
const OTHER = 65_534;
const isRoot = process.getuid?.() === 0;

requireBuild();

/** Lists the files and folders at a path that others can access, with their modes. */
function findAccessible(path: string): string[] {
  const stats = lstatSync(path);
  const own = (stats.mode & 0o077) === 0 ? [] : [`${(stats.mode & 0o777).toString(8)} ${path}`];
  const within = stats.isDirectory() ? readdirSync(path) : [];
  return [...own, ...within.flatMap((name) => findAccessible(join(path, name)))];
}

describe('the data folder, its emails and backups are accessible only to their owner', () => {
  it('with any umask', async () => {
    const environment = { DATA_DIR: makeTemporaryDataDir(), ...preload('openUmask.ts') };
    const server = await startWithoutTemplate(environment.DATA_DIR, environment);
    await post(server, '/auth/forgot-password', { email: SUPERUSER.email });
    const outbox = join(environment.DATA_DIR, 'outbox');
    const emails = () => (lstatSync(outbox, { throwIfNoEntry: false }) ? readdirSync(outbox) : []);
    await expect.poll(emails, { timeout: 60_000 }).toHaveLength(1);
    expect(await addGuestReferral(server, unique('Kept'))).toMatchObject({ status: 200 });
    const backups = temporaryFolder();
    expect(await command('backup', environment, join(backups, 'a'))).toMatchObject({ code: 0 });
    await server.stop();
    expect(await command('backup', environment, join(backups, 'b'))).toMatchObject({ code: 0 });

    const restored = { ...environment, DATA_DIR: join(makeTemporaryDataDir(), 'made') };
    expect(await command('restore', restored, join(backups, 'a'))).toMatchObject({ code: 0 });
    for (const path of [environment.DATA_DIR, backups, restored.DATA_DIR]) {
      expect(findAccessible(path)).toEqual([]);
    }
    expect(readdirSync(environment.DATA_DIR).toSorted()).toEqual(
      expect.arrayContaining(['backup', 'jwt-secret', 'lock', 'outbox', 'postgres']),
    );
  });

  it('in an existing folder: restricts an empty one, refuses a used one with the command that restricts it', async () => {
    const environment = { DATABASE_URL: await createMigratedDatabase() };
    const empty = makeTemporaryDataDir();
    chmodSync(empty, 0o777);
    await (await startWithoutTemplate(empty, environment)).stop();
    expect(findAccessible(empty)).toEqual([]);

    const used = makeTemporaryDataDir();
    writeFileSync(join(used, 'notes.txt'), 'of others');
    chmodSync(used, 0o755);
    const { code, output } = await startExpectingFailure({ DATA_DIR: used, ...environment });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(used) });
    expect(output).not.toMatch(/^\s+at /m);
    expect(readdirSync(used)).toEqual(['notes.txt']);
    const [repair = ''] = /^ +chmod .*$/m.exec(output) ?? [];
    execFileSync('sh', ['-c', repair]);
    await (await startWithoutTemplate(used, environment)).stop();
    expect(findAccessible(used)).toEqual([]);
  });

  it('with PostgreSQL too, because emails are stored there', async () => {
    const used = makeTemporaryDataDir();
    mkdirSync(join(used, 'outbox'));
    chmodSync(used, 0o755);
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
    const { code, output } = await startExpectingFailure({ DATA_DIR: used, DATABASE_URL });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('chmod -R') });
  });

  it('after an upgrade: restricts files that are open to all in a restricted folder', () => {
    const dataDir = makeTemporaryDataDir();
    mkdirSync(join(dataDir, 'postgres/base'), { recursive: true });
    for (const name of ['jwt-secret', 'postgres/PG_VERSION', 'postgres/base/1']) {
      writeFileSync(join(dataDir, name), 'x');
      chmodSync(join(dataDir, name), 0o666);
    }
    requireOwnerOnly(dataDir);
    expect(findAccessible(dataDir)).toEqual([]);
  });
});

describe.runIf(isRoot)('a data folder of another user', () => {
  it('is refused by the server and the commands with the remedy', async () => {
    const dataDir = join(makeTemporaryDataDir(), `it's`);
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, OTHER, OTHER);
    const { code, output } = await startExpectingFailure({ DATA_DIR: dataDir });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining(`belongs to user number ${OTHER}, and this runs as number 0`),
    });
    expect(output).toContain(String.raw`it'\''s'`);
    expect(readdirSync(dataDir)).toEqual([]);

    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18');
    const backups = temporaryFolder();
    const backup = await command('backup', { DATA_DIR: dataDir }, join(backups, 'a'));
    expect(backup).toEqual({ code: 1, output: expect.stringContaining('chown -R 0') });
    expect(backup.output).not.toMatch(/^\s+at /m);
    expect(readdirSync(backups)).toEqual([]);
  });

  it('is refused because of one file of another user, except lost+found', () => {
    const dataDir = makeTemporaryDataDir();
    mkdirSync(join(dataDir, 'lost+found'));
    chownSync(join(dataDir, 'lost+found'), OTHER, OTHER);
    chmodSync(dataDir, 0o755);
    requireOwnerOnly(dataDir);
    expect(lstatSync(dataDir).mode & 0o777).toBe(0o700);
    writeFileSync(join(dataDir, 'jwt-secret'), 'x');
    chownSync(join(dataDir, 'jwt-secret'), OTHER, OTHER);
    expect(() => requireOwnerOnly(dataDir)).toThrow(/jwt-secret belongs to user number 65534/);
  });
});
