import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { EXHAUSTIVE } from './exhaustive';
import { POSTGRES_TEMPLATE } from './templates';

/** The database engines the product supports. `settings` returns server settings for a new, migrated database. */
export const ENGINES = [
  { engine: 'PGlite', settings: async () => ({ DATABASE_URL: '' }) },
  {
    engine: 'PostgreSQL',
    settings: async () => ({ DATABASE_URL: await createMigratedDatabase() }),
  },
] as const;

/**
 * The engines for tests of statements that both engines share: PostgreSQL, which runs calls concurrently. The embedded database
 * serialises calls and is added in the exhaustive run.
 */
export const DEFAULT_ENGINES = EXHAUSTIVE ? ENGINES : ENGINES.slice(1);

/** Creates a migrated database without rows in this run's PostgreSQL. Returns its URL. */
export const createMigratedDatabase = () => createDatabase(`template ${POSTGRES_TEMPLATE}`);

/**
 * Creates a database without tables in this run's PostgreSQL. Returns its URL.
 * @param options SQL appended to `create database`
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
