import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { EXHAUSTIVE } from './exhaustive';
import { POSTGRES_TEMPLATE } from './templates';

/** The database engines the product runs on; `settings` make a server use one, whose tables are there already. */
export const ENGINES = [
  { engine: 'PGlite', settings: async () => ({ DATABASE_URL: '' }) },
  { engine: 'PostgreSQL', settings: async () => ({ DATABASE_URL: await createMigrated() }) },
] as const;

/**
 * For what both decide by the same statements: PostgreSQL, where calls really overtake each other. The embedded database
 * serves them in turn, and is asked as well in the exhaustive run.
 */
export const USUAL_ENGINES = EXHAUSTIVE ? ENGINES : ENGINES.slice(1);

/** A new database in the PostgreSQL of this run, up to date and without a row, and its address. */
export const createMigrated = () => createDatabase(`template ${POSTGRES_TEMPLATE}`);

/**
 * A new, empty database in the PostgreSQL of this run, and its address.
 * @param options SQL behind `create database`
 */
export async function createDatabase(options = ''): Promise<string> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)} ${options}`);
  await client.end();
  return `${server}/${name}`;
}
