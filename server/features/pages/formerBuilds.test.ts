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
import { keepBuild } from './formerBuilds';

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
const start = (folder: string, kept: string) =>
  keepBuild(folder, kept, new Date(1_800_000_000_000 + (minutes += 1) * 60_000));

const scriptsIn = (folders: readonly string[]) =>
  folders.flatMap((folder) => readdirSync(join(folder, 'assets')));

it('returns the two builds before this one, the latest first, and removes older ones', async () => {
  const kept = join(makeFolder(), 'kept');
  expect(await start(build('one'), kept)).toEqual([]);
  expect(scriptsIn(await start(build('two'), kept))).toEqual(['one.js']);
  expect(scriptsIn(await start(build('three'), kept))).toEqual(['two.js', 'one.js']);
  const former = await start(build('four'), kept);
  expect(scriptsIn(former)).toEqual(['three.js', 'two.js']);
  expect(readFileSync(join(former[0] ?? '', 'assets', 'three.js'), 'utf8')).toBe('three');
  expect(readdirSync(kept)).toHaveLength(3);
});

it('keeps the builds when the same one starts again, and after a downgrade', async () => {
  const kept = join(makeFolder(), 'kept');
  const [one, two] = [build('one'), build('two')];
  await start(one, kept);
  await start(two, kept);
  for (let time = 0; time < 5; time += 1)
    expect(scriptsIn(await start(two, kept))).toEqual(['one.js']);
  expect(scriptsIn(await start(one, kept))).toEqual(['two.js']);
});

it('removes a build that was not stored completely', async () => {
  const kept = makeFolder();
  mkdirSync(join(kept, 'incomplete-1', 'assets'), { recursive: true });
  expect(await start(build('one'), kept)).toEqual([]);
  expect(readdirSync(kept)).toHaveLength(1);
});

it('stores only the scripts and styles', async () => {
  const kept = makeFolder();
  await start(build('one'), kept);
  const [name = ''] = readdirSync(kept);
  expect(readdirSync(join(kept, name))).toEqual(['assets']);
  expect(basename(name)).toMatch(/^[0-9a-f]{16}$/);
});

it.skipIf(process.getuid === undefined)(
  'lets nobody else read what is in the data folder',
  async () => {
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    const kept = makeFolder();
    await start(build('one'), kept);
    const [name = ''] = readdirSync(kept);
    const file = join(kept, name, 'assets', 'one.js');
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(join(kept, name)).mode & 0o077).toBe(0);
  },
);
