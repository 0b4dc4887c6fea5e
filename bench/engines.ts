/** The two engines: where each keeps prepared data, and how a run gets a copy of it to work on. */
import { constants, cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { startPostgres } from '../scripts/realPostgres';
import { syncTree } from '../server/db/durableFolder';
import { atEnd } from './atEnd';
import { type Driver, openPgDriver, openPgliteDriver } from './drivers';
import type { EngineName, Options } from './options';

/** A database that is there for a while. */
export interface Store {
  /** Settings with which our server opens it. */
  readonly settings: Record<string, string>;
  /** The server must be stopped. */
  openDriver(): Promise<Driver>;
  /** Bytes on disk. */
  size(): Promise<number>;
  remove(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  readonly title: string;
  /** An empty one; what had the name before is gone. */
  create(name: string): Promise<Store>;
  /** The one that was created under the name. */
  open(name: string): Store;
  copy(from: string, to: string): Promise<Store>;
  stop(): Promise<void>;
}

export const startEngine = (name: EngineName, { data }: Options): Promise<Engine> =>
  name === 'embedded' ? embedded(join(data, 'embedded')) : server(join(data, 'server'));

async function embedded(root: string): Promise<Engine> {
  mkdirSync(root, { recursive: true });
  const open = (name: string): Store => {
    const folder = join(root, name);
    return {
      settings: { DATA_DIR: folder },
      openDriver: () => openPgliteDriver(folder),
      size: async () => sizeOf(folder),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  };
  return {
    name: 'embedded',
    title: 'Embedded (PGlite)',
    open,
    async create(name) {
      await open(name).remove();
      mkdirSync(join(root, name));
      return open(name);
    },
    async copy(from, to) {
      await open(to).remove();
      const mode = constants.COPYFILE_FICLONE;
      cpSync(join(root, from), join(root, to), { recursive: true, mode });
      // Otherwise the disk would still be at it when the first commit is measured.
      syncTree(join(root, to));
      return open(to);
    },
    stop: async () => undefined,
  };
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** As it comes, with fsync on. */
async function server(root: string): Promise<Engine> {
  mkdirSync(root, { recursive: true });
  const postgres = await startPostgres({}, root);
  const stop = atEnd(() => postgres.remove());
  const run = async (statement: string): Promise<unknown> => {
    const client = new pg.Client({ connectionString: `${postgres.url}/postgres` });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const open = (name: string): Store => {
    const url = `${postgres.url}/${name}`;
    return {
      settings: { DATABASE_URL: url, DATA_DIR: join(root, 'files') },
      openDriver: async () => openPgDriver(url),
      size: async () =>
        sizesSchema.parse(await run(`select pg_database_size('${name}')::float8 as bytes`))[0]
          .bytes,
      remove: async () => void (await run(`drop database if exists "${name}" with (force)`)),
    };
  };
  return {
    name: 'server',
    title: 'PostgreSQL',
    open,
    async create(name) {
      await open(name).remove();
      await run(`create database "${name}"`);
      return open(name);
    },
    async copy(from, to) {
      await open(to).remove();
      await run(`create database "${to}" template "${from}" strategy file_copy`);
      await run('checkpoint');
      return open(to);
    },
    stop,
  };
}

const sizesSchema = z.tuple([z.object({ bytes: z.number() })]);
