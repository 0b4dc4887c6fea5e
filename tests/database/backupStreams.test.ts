/** Backups through pipes, as containers need them, and the files that a killed backup leaves. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUp } from '../../server/db/backup/backup';
import {
  fillDatabase,
  hashArchivedTables,
  temporaryFolder,
  temporarySettings,
  withDatabase,
} from '../support/archives';
import { COMMANDS } from '../support/commands';

/** Begins a backup as the command does, and then hangs. */
const BEGIN = `
  import { createPartialFile } from './server/db/backup/partialFile.ts';
  createPartialFile(process.env.FILE);
  process.stdout.write('begun');
  setInterval(() => {}, 1_000);
`;

/** Makes a small database and its archive. */
async function makeArchive() {
  const { settings, environment } = temporarySettings({});
  const hashes = await withDatabase(settings, async (db) => {
    await fillDatabase(db, settings, 10);
    return hashArchivedTables(db);
  });
  const archive = join(temporaryFolder(), 'made.backup');
  await backUp(settings, archive);
  return { settings, environment, hashes, archive };
}

function restoreFrom(input: Buffer, environment: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...COMMANDS.restore, '-'], {
    input,
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  });
  return { code: status, output: `${stdout}${stderr}` };
}

it('a restore from standard input leaves no copy of the archive', async () => {
  const { archive, hashes } = await makeArchive();
  const bytes = readFileSync(archive);
  const { settings, environment } = temporarySettings({});
  const cut = restoreFrom(bytes.subarray(0, -1), environment);
  expect(cut).toEqual({ code: 1, output: expect.stringContaining('It was cut off or changed') });
  expect(cut.output).not.toMatch(/^\s+at /m);
  expect(existsSync(join(settings.DATA_DIR, 'postgres'))).toBe(false);

  expect(restoreFrom(bytes, environment)).toMatchObject({ code: 0 });
  expect(await withDatabase(settings, hashArchivedTables)).toEqual(hashes);
  expect(readdirSync(join(settings.DATA_DIR, 'backup'))).toEqual(['lock']);
});

it('a backup removes the files of a killed one, but neither those of an active backup nor files of others', async () => {
  const { settings } = await makeArchive();
  const folder = temporaryFolder();
  const parts = () => readdirSync(folder).filter((name) => name.endsWith('.part'));
  writeFileSync(join(folder, 'others.part'), 'of another program');
  const killed = spawn(process.execPath, ['--import', 'tsx', '-e', BEGIN], {
    env: { PATH: process.env.PATH, FILE: join(folder, 'killed.backup') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(killed.stdout, 'data');
  const [own = ''] = parts().filter((name) => name !== 'others.part');
  const beside = temporarySettings({});
  await withDatabase(beside.settings, (db) => fillDatabase(db, beside.settings, 10));
  await backUp(beside.settings, join(folder, 'beside.backup'));
  expect(parts()).toContain(own);
  await expect(backUp(beside.settings, join(folder, 'killed.backup'))).rejects.toThrow(
    'Another backup is being written',
  );
  killed.kill('SIGKILL');
  await new Promise((done) => killed.on('close', done));
  expect(parts()).toContain(own);

  await backUp(settings, join(folder, 'next.backup'));
  expect(readdirSync(folder).toSorted()).toEqual(['beside.backup', 'next.backup', 'others.part']);
});

describe.runIf(process.getuid?.() === 0)('the systemd unit of the nightly backup', () => {
  it('removes old backups, and ignores files of others in that folder', () => {
    const folder = temporaryFolder();
    const service = 65_534;
    const old = new Date(Date.now() - 40 * 86_400_000);
    const make = (name: string) => {
      writeFileSync(join(folder, name), 'x');
      utimesSync(join(folder, name), old, old);
    };
    mkdirSync(join(folder, 'of-root'), { mode: 0o700 });
    make('of-root/kept.backup');
    make('old.backup');
    make('notes.txt');
    writeFileSync(join(folder, 'new.backup'), 'x');
    chownSync(folder, service, service);
    chmodSync(folder, 0o700);
    const unit = readFileSync('deploy/referral-desk-backup.service', 'utf8');
    const [program = '', ...options] = (/^ExecStartPost=(.*)$/m.exec(unit)?.[1] ?? '').split(' ');
    const here = options.map((option) => option.replace('/var/backups/referral-desk', folder));
    execFileSync(program, here, { uid: service, gid: service });
    expect(readdirSync(folder).toSorted()).toEqual(['new.backup', 'notes.txt', 'of-root']);
    expect(readdirSync(join(folder, 'of-root'))).toEqual(['kept.backup']);
  });
});
