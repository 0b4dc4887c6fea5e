/** The two engines, and the databases of a run. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { startPostgres } from '../../scripts/programs/realPostgres';
import { showProgress } from '../../scripts/commands/terminal/showProgress';
import { bootstrap } from '../../server/seed/bootstrap';
import type { Database } from '../../server/db/database';
import { openDatabase } from '../../server/db/openDatabase';
import { seed } from '../../server/seed/seed';
import { vacuumAllTables } from '../../server/db/embedded/vacuum';
import { rollUpCounters } from '../../server/features/referrals';
import { readSettings } from '../../server/settings/settings';
import { onExit } from './onExit';
import { chooseSearchValues } from './searchValues';

/** The data is synthetic: this password protects nothing. */
export const SUPERUSER = {
  SUPERUSER_EMAIL: 'head@bench.example.org',
  SUPERUSER_PASSWORD: 'Measured-Lanterns-41-Harbor',
} as const;

/** A database, empty at first. Creating one deletes what an interrupted run left under the same name. */
export interface Store {
  /** The settings with which our server opens it. */
  readonly settings: Record<string, string>;
  /** Whether several processes can use it at once. */
  readonly isShared: boolean;
  /** Bytes on disk. */
  size(): Promise<number>;
  remove(): Promise<unknown>;
}

export interface Engine {
  readonly title: string;
  create(name: string): Promise<Store>;
  stop(): Promise<void>;
}

export const ENGINES = { embedded, server } as const;

/** Returns the settings of all processes of a run. */
export const createSettings = (store: Store): Record<string, string> => ({
  ...store.settings,
  ...SUPERUSER,
  JWT_SECRET: 'only-for-measuring-on-this-machine-0123456789',
  LOG_LEVEL: 'error',
  // Requests come from many addresses: we act as the proxy.
  TRUST_PROXY: 'loopback',
  // One account makes all requests.
  ACCOUNT_LIMIT_FACTOR: '1000000',
});

async function embedded(data: string): Promise<Engine> {
  return {
    title: 'Embedded (PGlite)',
    async create(name) {
      const folder = join(data, name);
      const remove = async () => rmSync(folder, { recursive: true, force: true });
      await remove();
      mkdirSync(folder, { recursive: true });
      const filesIn = () => readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const sizeOf = (file: string) => statSync(join(folder, file)).size;
      const size = async () => filesIn().reduce((sum, file) => sum + sizeOf(file), 0);
      return { settings: { DATA_DIR: folder }, isShared: false, size, remove };
    },
    stop: async () => undefined,
  };
}

/** PostgreSQL with its default settings, including fsync. */
async function server(data: string): Promise<Engine> {
  const folder = join(data, 'postgres');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const postgres = await startPostgres({}, folder);
  const pool = new pg.Pool({ connectionString: `${postgres.url}/postgres`, max: 1 });
  return {
    title: 'PostgreSQL',
    async create(name) {
      const remove = () => pool.query(`drop database if exists "${name}" with (force)`);
      await remove();
      await pool.query(`create database "${name}"`);
      const settings = { DATABASE_URL: `${postgres.url}/${name}`, DATA_DIR: join(data, 'files') };
      const sizeQuery = `select pg_database_size('${name}')::float8 as bytes`;
      const size = async () =>
        (await pool.query<{ bytes: number }>(sizeQuery)).rows[0]?.bytes ?? NaN;
      return { settings, isShared: true, size, remove };
    },
    stop: onExit(async () => {
      await pool.end();
      await postgres.remove();
      rmSync(folder, { recursive: true, force: true });
    }),
  };
}

/** Seeds the data of one size, with the same code as `npm run seed`. */
export async function seedStore(store: Store, referrals: number) {
  const settings = readSettings(createSettings(store));
  const { db, close } = await openDatabase(settings, { statementTimeout: 0 });
  const started = performance.now();
  await bootstrap(db, settings);
  await seed(db, referrals, showProgress(referrals));
  await rollUpCounters(db);
  await vacuumAllTables(db);
  const seconds = (performance.now() - started) / 1_000;
  const values = await chooseSearchValues(db);
  // Otherwise a checkpoint could run during the first measurement.
  await db.execute(sql`checkpoint`);
  await close();
  return { seconds, values };
}

/** Opens a database for some work, whose statements may take as long as they need. Our server must be stopped. */
export async function withStore<T>(store: Store, work: (db: Database) => Promise<T>): Promise<T> {
  const settings = readSettings(createSettings(store));
  const { db, close } = await openDatabase(settings, { statementTimeout: 0 });
  const closeOnce = onExit(close);
  const result = await work(db);
  await closeOnce();
  return result;
}
