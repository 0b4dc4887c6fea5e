import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/**
 * The proxies of the examples in deploy/, OpenSSL for their certificates, and a pooler of connections to PostgreSQL. Debian's
 * packages have the names of the programs.
 */
const PROGRAMS = ['caddy', 'nginx', 'haproxy', 'openssl', 'pgbouncer'];
/** Debian's packages are unpacked here, for the next runs too. */
const FOLDER = 'node_modules/.cache/proxies';
/** Where servers are; only root has these folders in its PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** The variables with which the programs run by their names. */
export type ProxyEnvironment = Record<string, string>;

/**
 * Finds Caddy, nginx, HAProxy, OpenSSL and PgBouncer for the tests of the proxies: the system's, else Debian's packages. These are
 * downloaded and unpacked here, not installed: an installed proxy would start, now and at every boot, and occupy ports 80 and
 * 443.
 * @returns undefined if they are neither installed nor available; `say` receives the reason
 */
export function findProxies(say: (text: string) => void): ProxyEnvironment | undefined {
  if (hasAll()) return environment();
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Not all of Caddy, nginx, HAProxy and PgBouncer are here: unpacking Debian’s packages.');
    const failure = unpackPackages();
    if (!failure && hasAll()) return environment();
    say(failure ?? 'A program cannot be started.');
  }
  say(
    `The tests of the proxies are skipped: they need ${PROGRAMS.join(', ')}, installed, or root and apt-get to download Debian’s packages.`,
  );
  return undefined;
}

function environment(): ProxyEnvironment {
  const root = resolve(FOLDER, 'root/usr');
  const folders = [process.env.PATH, ...SYSTEM_FOLDERS, join(root, 'bin'), join(root, 'sbin')];
  const libraries = listFolder(join(root, 'lib')).filter((name) => name.includes('-linux-'));
  return {
    PATH: folders.join(delimiter),
    // Only the unpacked ones, which the system lacks.
    LD_LIBRARY_PATH: libraries.map((name) => join(root, 'lib', name)).join(delimiter),
  };
}

const listFolder = (path: string) => (existsSync(path) ? readdirSync(path) : []);

/** Each program prints its version and exits, by one of these arguments. */
const hasAll = () =>
  PROGRAMS.every((name) =>
    ['-v', 'version', '--version'].some((argument) => starts(name, argument)),
  );

const starts = (program: string, argument: string) =>
  spawnSync(program, [argument], { env: environment(), stdio: 'ignore' }).status === 0;

/** @returns a description of the failure; undefined after a success */
function unpackPackages(): string | undefined {
  const archives = resolve(FOLDER, 'archives');
  const root = resolve(FOLDER, 'root');
  mkdirSync(join(archives, 'partial'), { recursive: true });
  mkdirSync(root, { recursive: true });
  run('apt-get', 'update');
  const folder = `Dir::Cache::archives=${archives}`;
  const options = ['--download-only', '--no-install-recommends', '-y', '-o', folder];
  const downloaded = run('apt-get', 'install', ...options, ...PROGRAMS);
  if (downloaded.status !== 0) return downloaded.stderr;
  const packages = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  for (const name of packages) {
    const { status, stderr } = run('dpkg-deb', '--extract', join(archives, name), root);
    if (status !== 0) return stderr;
  }
  return undefined;
}

const run = (program: string, ...args: string[]): SpawnSyncReturns<string> =>
  spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
