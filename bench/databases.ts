/** The two engines, the databases of a run, and their bare drivers: an upper bound for any server. */
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { startPostgres } from '../scripts/realPostgres';
import { showProgress } from '../scripts/showProgress';
import { bootstrap } from '../server/db/bootstrap';
import { openDatabase } from '../server/db/openDatabase';
import { limit_window } from '../server/db/schema';
import { seed } from '../server/db/seed';
import { vacuumAllTables } from '../server/db/vacuum';
import { rollUpCounters } from '../server/features/referrals/counterRepository';
import { readSettings } from '../server/settings';
import { onExit } from './onExit';
import { chooseSearchValues } from './searchValues';
import type { Plan, Statement } from './statements';

/** The data is synthetic: this password protects nothing. */
export const SUPERUSER = {
  SUPERUSER_EMAIL: 'head@bench.example.org',
  SUPERUSER_PASSWORD: 'Measured-Lanterns-41-Harbor',
} as const;

/** A database, empty at first. Creating one deletes what an interrupted run left under the same name. */
export interface Store {
  /** The settings with which our server opens it. */
  readonly settings: Record<string, string>;
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
      return { settings: { DATA_DIR: folder }, size, remove };
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
      return { settings, size, remove };
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
  const { db, close } = await openDatabase(settings);
  const started = performance.now();
  await bootstrap(db, settings);
  await seed(db, referrals, showProgress(referrals));
  await rollUpCounters(db);
  await vacuumAllTables(db);
  const seconds = (performance.now() - started) / 1_000;
  const values = await chooseSearchValues(db);
  // Otherwise the disk would still be busy when the first commit is measured.
  await db.execute(sql`checkpoint`);
  await close();
  return { seconds, values };
}

export interface Driver {
  run(plan: Plan): Promise<void>;
  close(): Promise<void>;
}

/** Opens the driver as the server does. The server must be stopped. */
export async function openDriver(store: Store): Promise<Driver> {
  const { db, close } = await openDatabase(readSettings(createSettings(store)));
  const { $client: client } = db as unknown as { $client: pg.Pool | PGlite };
  const cleanUp = async () => {
    // As periodic maintenance leaves it, and without used rate limits: a flood of guests would be held as suspected spam.
    await rollUpCounters(db);
    await db.delete(limit_window);
  };
  await cleanUp();
  const send = client.query.bind(client) as (text: string, values: unknown[]) => Promise<unknown>;
  const transact = 'connect' in client ? transactionOn(client) : transactionIn(client);
  return {
    async run(plan) {
      for (const part of plan) {
        if ('text' in part) await send(part.text, [...part.values]);
        else await transact(part);
      }
    },
    close: onExit(async () => {
      await cleanUp();
      await close();
    }),
  };
}

const transactionIn = (client: PGlite) => (statements: readonly Statement[]) =>
  client.transaction(async (tx) => {
    for (const { text, values } of statements) await tx.query(text, [...values]);
  });

const transactionOn = (pool: pg.Pool) => async (statements: readonly Statement[]) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const { text, values } of statements) await client.query(text, [...values]);
    await client.query('commit');
    client.release();
  } catch (error) {
    // Closes the connection, which rolls back its transaction.
    client.release(true);
    throw error;
  }
};
