import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { storeBuild } from './formerBuilds';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-builds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A build with one script. */
function build(script: string): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', `${script}.js`), script);
  writeFileSync(join(folder, 'index.html'), script);
  return folder;
}

let minutes = 0;
/** Starts a build a minute after the last one. */
const start = (folder: string, buildsFolder: string) =>
  storeBuild(folder, buildsFolder, new Date(1_800_000_000_000 + (minutes += 1) * 60_000));

const scriptsIn = (folders: readonly string[]) =>
  folders.flatMap((folder) => readdirSync(join(folder, 'assets')));

it('returns the two builds before this one, the latest first, and removes older ones', async () => {
  const buildsFolder = join(makeFolder(), 'builds');
  expect(await start(build('one'), buildsFolder)).toEqual([]);
  expect(scriptsIn(await start(build('two'), buildsFolder))).toEqual(['one.js']);
  expect(scriptsIn(await start(build('three'), buildsFolder))).toEqual(['two.js', 'one.js']);
  const former = await start(build('four'), buildsFolder);
  expect(scriptsIn(former)).toEqual(['three.js', 'two.js']);
  expect(readFileSync(join(former[0] ?? '', 'assets', 'three.js'), 'utf8')).toBe('three');
  expect(readdirSync(buildsFolder)).toHaveLength(3);
});

it('keeps the builds when the same one starts again, and after a downgrade', async () => {
  const buildsFolder = join(makeFolder(), 'builds');
  const [one, two] = [build('one'), build('two')];
  await start(one, buildsFolder);
  await start(two, buildsFolder);
  for (let time = 0; time < 5; time += 1)
    expect(scriptsIn(await start(two, buildsFolder))).toEqual(['one.js']);
  expect(scriptsIn(await start(one, buildsFolder))).toEqual(['two.js']);
});

it('removes a build that was not stored completely', async () => {
  const buildsFolder = makeFolder();
  mkdirSync(join(buildsFolder, 'incomplete-1', 'assets'), { recursive: true });
  expect(await start(build('one'), buildsFolder)).toEqual([]);
  expect(readdirSync(buildsFolder)).toHaveLength(1);
});

it('stores only the scripts and styles', async () => {
  const buildsFolder = makeFolder();
  await start(build('one'), buildsFolder);
  const [name = ''] = readdirSync(buildsFolder);
  expect(readdirSync(join(buildsFolder, name))).toEqual(['assets']);
  expect(basename(name)).toMatch(/^[0-9a-f]{16}$/);
});

it.skipIf(process.getuid === undefined)(
  'lets nobody else read what is in the data folder',
  async () => {
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    const buildsFolder = makeFolder();
    await start(build('one'), buildsFolder);
    const [name = ''] = readdirSync(buildsFolder);
    const file = join(buildsFolder, name, 'assets', 'one.js');
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(join(buildsFolder, name)).mode & 0o077).toBe(0);
  },
);
