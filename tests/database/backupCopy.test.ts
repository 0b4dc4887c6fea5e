/** A running server makes a copy of its embedded database for the backup. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { backUp } from '../../server/db/backup/backup';
import { stagedCopy, lockStagingDir } from '../../server/db/backup/stagingDir';
import { copyFolder } from '../../server/db/embedded/copyFolder';
import { openDatabase } from '../../server/db/openDatabase';
import {
  fillDatabase,
  temporaryFolder,
  temporarySettings,
  withDatabase,
} from '../support/archives';
import { copyEmbeddedTemplate } from '../support/templates';
import { startTestServer } from '../support/testServer';

const disk = vi.hoisted(() => ({ free: Number.POSITIVE_INFINITY }));
vi.mock('../../server/db/dataFolder/freeDiskSpace', () => ({ freeDiskSpace: () => disk.free }));

/** Starts a server with its own data folder and a few referrals. */
async function startServer(dataDir = join(temporaryFolder(), 'data')) {
  const { settings, environment } = temporarySettings({ DATA_DIR: dataDir, DATABASE_URL: '' });
  if (!existsSync(dataDir)) await withDatabase(settings, (db) => fillDatabase(db, settings, 20));
  const server = await startTestServer(environment);
  onTestFinished(server.close);
  return { settings, server, dataDir };
}

const newFile = () => join(temporaryFolder(), 'made.backup');

it('a backup beside a server restricts the socket to the owner and leaves nothing behind', async () => {
  const { settings, server, dataDir } = await startServer();
  expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600);
  const contents = await backUp(settings, newFile());
  expect(contents.get('referral')?.rows).toBe(20);
  expect(existsSync(stagedCopy(dataDir))).toBe(false);
  expect(server.log()).toContain('copied the database for a backup');
  await server.close();
  expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
});

it('a backup beside a server works with a path that is too long for a socket, on Linux', async () => {
  const folder = join(temporaryFolder(), 'a-long-name-'.repeat(8), 'another-long-name-'.repeat(8));
  const { settings } = await startServer(join(folder, 'data'));
  expect((await backUp(settings, newFile())).get('referral')?.rows).toBe(20);
});

it('a second concurrent backup is refused with a clear message', async () => {
  const { settings, dataDir } = await startServer();
  const unlock = lockStagingDir(dataDir);
  await expect(backUp(settings, newFile())).rejects.toThrow(
    'Another backup, or a restore, is under way',
  );
  unlock();
  await backUp(settings, newFile());
});

it('the server removes the files of a killed backup when it starts', async () => {
  const { server, dataDir } = await startServer();
  await server.close();
  mkdirSync(stagedCopy(dataDir), { recursive: true });
  await startServer(dataDir);
  expect(existsSync(stagedCopy(dataDir))).toBe(false);
});

it('the server refuses a copy without enough disk space, explains why and keeps serving', async () => {
  const { settings, server, dataDir } = await startServer();
  disk.free = 1024 * 1024;
  const file = newFile();
  await expect(backUp(settings, file)).rejects.toThrow(
    /not enough free disk space for a copy: the database has \d+ MiB/,
  );
  disk.free = Number.POSITIVE_INFINITY;
  expect(existsSync(stagedCopy(dataDir))).toBe(false);
  expect(existsSync(`${file}.part`)).toBe(false);
  expect((await server.raw({ url: '/api/health' })).status).toBe(200);
  await backUp(settings, file);
});

it('a backup without enough disk space leaves no partial archive', async () => {
  const { settings } = temporarySettings({});
  await withDatabase(settings, (db) => fillDatabase(db, settings, 20));
  disk.free = 0;
  const file = newFile();
  await expect(backUp(settings, file)).rejects.toThrow('no space left on the disk');
  disk.free = Number.POSITIVE_INFINITY;
  expect(readdirSync(join(file, '..'))).toEqual([]);
});

it('a backup reports that the process holding the data folder is not a server', async () => {
  const { settings } = temporarySettings({});
  await copyEmbeddedTemplate(settings.DATA_DIR);
  const { close } = await openDatabase(settings);
  onTestFinished(close);
  await expect(backUp(settings, newFile())).rejects.toThrow('does not answer copy requests');
});

it('the second pass of copyFolder copies changed files again, and removes deleted ones', async () => {
  const from = temporaryFolder();
  const to = join(temporaryFolder(), 'copy');
  mkdirSync(join(from, 'base'));
  for (const name of ['base/same', 'base/grown', 'base/same-tick', 'gone']) {
    writeFileSync(join(from, name), 'one');
  }
  const longAgo = new Date('2020-01-01');
  for (const name of ['base/same', 'base/grown', 'gone'])
    utimesSync(join(from, name), longAgo, longAgo);
  // A recent change, however slow this machine is.
  const tick = new Date(Date.now() + 3_600_000);
  utimesSync(join(from, 'base/same-tick'), tick, tick);
  const pause = async (work: () => Promise<void>) => {
    // Marks the first copy: copying the file again would overwrite it.
    writeFileSync(join(to, 'base/same'), 'the first copy');
    writeFileSync(join(from, 'base/grown'), 'one more');
    // Changed within the same tick of the file system's clock: neither time nor size differs.
    writeFileSync(join(from, 'base/same-tick'), 'two');
    utimesSync(join(from, 'base/same-tick'), tick, tick);
    rmSync(join(from, 'gone'));
    mkdirSync(join(from, 'new'));
    writeFileSync(join(from, 'new/file'), 'new');
    await work();
  };
  await copyFolder(from, to, pause, new AbortController().signal);
  const read = (name: string) => readFileSync(join(to, name), 'utf8');
  expect(read('base/same')).toBe('the first copy');
  expect(read('base/grown')).toBe('one more');
  expect(read('base/same-tick')).toBe('two');
  expect(read('new/file')).toBe('new');
  expect(existsSync(join(to, 'gone'))).toBe(false);
});
