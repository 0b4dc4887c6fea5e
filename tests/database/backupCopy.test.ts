/** How a server that runs gives a copy of its embedded database to the backup. */
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
import { copyFolder } from '../../server/db/copyFolder';
import { openDatabase } from '../../server/db/openDatabase';
import { fill, temporaryFolder, temporarySettings, withDatabase } from '../support/archives';
import { copyEmbeddedTemplate } from '../support/templates';
import { startTestServer } from '../support/testServer';

const room = vi.hoisted(() => ({ at: Number.POSITIVE_INFINITY }));
vi.mock('../../server/db/freeDiskSpace', () => ({ roomAt: () => room.at }));

/** A server on a data folder of its own, with a few referrals. */
async function startServer(dataDir = join(temporaryFolder(), 'data')) {
  const { settings, environment } = temporarySettings({ DATA_DIR: dataDir, DATABASE_URL: '' });
  if (!existsSync(dataDir)) await withDatabase(settings, (db) => fill(db, settings, 20));
  const server = await startTestServer(environment);
  onTestFinished(server.close);
  return { settings, server, dataDir };
}

const newFile = () => join(temporaryFolder(), 'made.backup');

it('the socket is for the owner alone, and nothing is left when the backup is done', async () => {
  const { settings, server, dataDir } = await startServer();
  expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600);
  const contents = await backUp(settings, newFile());
  expect(contents.get('referral')?.rows).toBe(20);
  expect(existsSync(stagedCopy(dataDir))).toBe(false);
  expect(server.log()).toContain('copied the database for a backup');
  await server.close();
  expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
});

it('a path too long for a socket is no obstacle on Linux', async () => {
  const folder = join(temporaryFolder(), 'a-long-name-'.repeat(8), 'another-long-name-'.repeat(8));
  const { settings } = await startServer(join(folder, 'data'));
  expect((await backUp(settings, newFile())).get('referral')?.rows).toBe(20);
});

it('a second backup waits for its turn in words', async () => {
  const { settings, dataDir } = await startServer();
  const unlock = lockStagingDir(dataDir);
  await expect(backUp(settings, newFile())).rejects.toThrow(
    'Another backup, or a restore, is under way',
  );
  unlock();
  await backUp(settings, newFile());
});

it('what a killed backup left is removed when the server starts', async () => {
  const { server, dataDir } = await startServer();
  await server.close();
  mkdirSync(stagedCopy(dataDir), { recursive: true });
  await startServer(dataDir);
  expect(existsSync(stagedCopy(dataDir))).toBe(false);
});

it('without room for a copy the server refuses in words and goes on', async () => {
  const { settings, server, dataDir } = await startServer();
  room.at = 1024 * 1024;
  const file = newFile();
  await expect(backUp(settings, file)).rejects.toThrow(/no room for a second one: it has \d+ MiB/);
  room.at = Number.POSITIVE_INFINITY;
  expect(existsSync(stagedCopy(dataDir))).toBe(false);
  expect(existsSync(`${file}.part`)).toBe(false);
  expect((await server.raw({ url: '/api/health' })).status).toBe(200);
  await backUp(settings, file);
});

it('without room for the archive nothing is left of it', async () => {
  const { settings } = temporarySettings({});
  await withDatabase(settings, (db) => fill(db, settings, 20));
  room.at = 0;
  const file = newFile();
  await expect(backUp(settings, file)).rejects.toThrow('no room left');
  room.at = Number.POSITIVE_INFINITY;
  expect(readdirSync(join(file, '..'))).toEqual([]);
});

it('a folder held by something that is no server is named so', async () => {
  const { settings } = temporarySettings({});
  await copyEmbeddedTemplate(settings.DATA_DIR);
  const { close } = await openDatabase(settings);
  onTestFinished(close);
  await expect(backUp(settings, newFile())).rejects.toThrow('cannot be asked for a copy');
});

it('files that change between the copy and the pause are copied again, those that went are gone', async () => {
  const from = temporaryFolder();
  const to = join(temporaryFolder(), 'copy');
  mkdirSync(join(from, 'base'));
  for (const name of ['base/same', 'base/grown', 'base/same-tick', 'gone']) {
    writeFileSync(join(from, name), 'one');
  }
  const longAgo = new Date('2020-01-01');
  for (const name of ['base/same', 'base/grown', 'gone'])
    utimesSync(join(from, name), longAgo, longAgo);
  // However slow this machine is, not long ago.
  const tick = new Date(Date.now() + 3_600_000);
  utimesSync(join(from, 'base/same-tick'), tick, tick);
  const pause = async (work: () => Promise<void>) => {
    // Only what is copied again can be missing now.
    writeFileSync(join(to, 'base/same'), 'the first copy');
    writeFileSync(join(from, 'base/grown'), 'one more');
    // Written once more in the same tick of the file system's clock: neither time nor size tell.
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
