/** `npm run backup` and `npm run restore` as child processes, beside the real, built server. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { backUp } from '../../server/db/backup/backup';
import { restore } from '../../server/db/backup/restore';
import { verifyTrail } from '../../server/features/audit/verify';
import {
  fillDatabase,
  hashArchivedTables,
  temporaryFolder,
  temporarySettings,
  withDatabase,
} from '../support/archives';
import { COMMANDS, command } from '../support/commands';
import { createDatabase, createMigratedDatabase, ENGINES } from '../support/engines';
import { thorough } from '../support/exhaustive';
import { preload, requireBuild, startServer as startIn } from '../support/processCalls';
import type { ServerProcess } from '../support/serverProcess';
import { SUPERUSER } from '../support/superuser';
import { referralBody, unique } from '../support/fixtures';

requireBuild();

const start = (environment: Record<string, string>) =>
  startIn(environment.DATA_DIR ?? '', environment);

async function signIn(server: ServerProcess): Promise<string> {
  const answer = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: SUPERUSER.email, password: SUPERUSER.password }),
  });
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token;
}

/** Files referrals with this many writers until stopped. `acknowledged` holds the last names of the acknowledged referrals. */
async function write(server: ServerProcess, writers: number) {
  const bearer = await signIn(server);
  const sites = z
    .array(z.object({ _id: z.string(), name: z.string() }))
    .parse(await (await fetch(`${server.url}/api/sites/all`)).json());
  const site = sites.find(({ name }) => name === 'Location Not Listed')?._id ?? '';
  const acknowledged: string[] = [];
  const stopping = new AbortController();
  const one = async () => {
    while (!stopping.signal.aborted) {
      const last_name = unique('Written');
      const answer = await fetch(`${server.url}/api/referral/add`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify(referralBody(site, { last_name })),
      });
      expect(answer.status).toBe(200);
      acknowledged.push(last_name);
    }
  };
  const all = Promise.all(Array.from({ length: writers }, one));
  return {
    acknowledged,
    async stop() {
      stopping.abort();
      await all;
    },
  };
}

const namesSchema = z.object({ rows: z.array(z.object({ last_name: z.string() })) });

describe.each(ENGINES)('on $engine', ({ settings }) => {
  it('a backup during writes holds everything acknowledged before it, and nothing partial', async () => {
    const { environment } = temporarySettings(await settings());
    const server = await start({ ...environment, SUPERUSER_EMAIL: SUPERUSER.email });
    const writers = await write(server, 4);
    const file = join(temporaryFolder(), 'beside.backup');
    await expect.poll(() => writers.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20);
    const before = [...writers.acknowledged];
    const made = await command('backup', environment, file);
    const during = writers.acknowledged.length - before.length;
    await writers.stop();
    expect(made).toEqual({ code: 0, output: expect.stringContaining('is written and verified') });
    expect(during).toBeGreaterThan(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // Neither the copy of the database nor the partial file remains.
    expect(existsSync(join(server.dataDir, 'backup/postgres'))).toBe(false);
    expect(existsSync(`${file}.part`)).toBe(false);

    const { settings: to } = temporarySettings({ DATABASE_URL: await createDatabase() });
    await restore(to, file, { replace: false });
    await withDatabase(to, async (db) => {
      expect(await verifyTrail(db)).toMatchObject({ isIntact: true });
      const { rows } = namesSchema.parse(await db.execute(sql`select last_name from referral`));
      const names = new Set(rows.map(({ last_name }) => last_name));
      expect(before.filter((name) => !names.has(name))).toEqual([]);
      const entries = await db.execute(
        sql`select count(*) as n from audit_event where action = 'addReferral'`,
      );
      expect(entries).toMatchObject({ rows: [{ n: String(rows.length) }] });
    });
  });

  it('restores on a new machine: the data is served, and people sign in again', async () => {
    const { environment } = temporarySettings(await settings());
    const server = await start(environment);
    const writers = await write(server, 1);
    await expect.poll(() => writers.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(2);
    await writers.stop();
    await server.stop();
    const file = join(temporaryFolder(), 'moved.backup');
    expect(await command('backup', environment, file)).toMatchObject({ code: 0 });

    const { environment: other } = temporarySettings(await settings());
    const restored = await command('restore', other, file);
    expect(restored).toEqual({
      code: 0,
      output: expect.stringMatching(
        new RegExp(
          `identical to the archive of .*: ${writers.acknowledged.length} referrals, 1 accounts`,
        ),
      ),
    });
    expect(await command('verifyAudit', other)).toMatchObject({ code: 0 });
    const second = await start(other);
    const page = await fetch(`${second.url}/api/referral/mine?size=100`, {
      headers: { authorization: `Bearer ${await signIn(second)}` },
    });
    const { items } = z
      .object({ items: z.array(z.object({ last_name: z.string() })) })
      .parse(await page.json());
    expect(items.map(({ last_name }) => last_name)).toEqual(writers.acknowledged.toReversed());
  });

  it('a killed restore leaves the previous data unchanged', async () => {
    const { file, hashes } = await largeArchive();
    const { environment, settings: own } = temporarySettings(await settings());
    await withDatabase(own, (db) => fillDatabase(db, own, 30));
    const before = await withDatabase(own, hashArchivedTables);
    await killDuringLoad(environment, file);
    expect(await withDatabase(own, hashArchivedTables)).toEqual(before);
    expect(await command('restore', environment, '--replace', file)).toMatchObject({ code: 0 });
    expect(await withDatabase(own, hashArchivedTables)).toEqual(hashes);
  });
});

let large: { file: string; hashes: Awaited<ReturnType<typeof hashArchivedTables>> } | undefined;
const largeFolder = mkdtempSync(join(tmpdir(), 'referral-desk-large-'));
afterAll(() => rmSync(largeFolder, { recursive: true, force: true }));

/** Makes an archive that takes a while to load, once for all engines. Returns it with the hashes of its database. */
async function largeArchive() {
  if (large) return large;
  const { settings } = temporarySettings({ DATABASE_URL: await createMigratedDatabase() });
  const hashes = await withDatabase(settings, async (db) => {
    await fillDatabase(db, settings, thorough(2_000, 12_000));
    return hashArchivedTables(db);
  });
  const file = join(largeFolder, 'large.backup');
  await backUp(settings, file);
  large = { file, hashes };
  return large;
}

/** Runs a restore that is killed while it loads the referrals. */
async function killDuringLoad(environment: Record<string, string>, file: string): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [...COMMANDS.restore, '--replace', file], {
    env: { PATH: process.env.PATH, ...environment, ...preload('killedRestore.ts') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await new Promise((done) => child.on('close', done));
  expect(child.signalCode).toBe('SIGKILL');
  expect(output).toContain('Loading referral:');
  expect(output).not.toContain('Comparing.');
}

describe('the commands explain why they cannot run', () => {
  it.each([
    ['backup', [], 'Say which file to write'],
    ['backup', ['a', 'b'], 'Say which file to write'],
    ['backup', ['--force', 'a'], "Unknown option '--force'"],
    ['backup', ['/no/such/folder/a'], '/no/such/folder'],
    ['restore', [], 'Say which file to restore'],
    ['restore', ['/no/such/file'], 'There is no file /no/such/file'],
  ] as const)('%s %j', async (script, options, words) => {
    const { environment } = temporarySettings({});
    const { code, output } = await command(script, environment, ...options);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(words) });
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('with a missing or unreachable database, an existing file or a running server', async () => {
    const { environment, settings } = temporarySettings({});
    const folder = temporaryFolder();
    const file = join(folder, 'a.backup');
    const refuses = async (words: string, run: ReturnType<typeof command>) => {
      const { code, output } = await run;
      expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(words) });
      expect(output).not.toMatch(/^\s+at /m);
    };
    await refuses('There is no database in', command('backup', environment, file));
    const gone = { ...environment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    await refuses('cannot be reached', command('backup', gone, file));
    expect(readdirSync(folder)).toEqual([]);

    await withDatabase(settings, (db) => fillDatabase(db, settings, 10));
    expect(await command('backup', environment, file)).toMatchObject({ code: 0 });
    const first = readFileSync(file);
    await refuses('already exists', command('backup', environment, file));
    expect(readFileSync(file)).toEqual(first);
    await refuses('add --replace', command('restore', environment, file));

    await start(environment);
    await refuses('in use by another', command('restore', environment, '--replace', file));
  });
});

it('npm run backup writes the same archive to standard output, and nothing else', async () => {
  const { settings, environment } = temporarySettings({});
  await withDatabase(settings, (db) => fillDatabase(db, settings, 10));
  const file = join(temporaryFolder(), 'piped.backup');
  const child = spawn(process.execPath, [...COMMANDS.backup, '-'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (messages += text));
  expect(await new Promise((done) => child.on('close', done))).toBe(0);
  expect(messages).toContain('10 referrals');
  writeFileSync(file, Buffer.concat(parts));
  const { settings: to } = temporarySettings({ DATABASE_URL: await createDatabase() });
  await restore(to, file, { replace: false });
  expect(await withDatabase(to, hashArchivedTables)).toEqual(
    await withDatabase(settings, hashArchivedTables),
  );
});
