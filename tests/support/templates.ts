/**
 * A migrated database per engine, made once and copied for each test server, so that migrating happens once. The name holds a
 * hash of the migrations and of the code that applies them, so a template is never stale.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { hashFiles } from '../../scripts/build/hashFiles';
import { openDatabase } from '../../server/db/openDatabase';
import { readSettings } from '../../server/settings/settings';

const hash = hashFiles([
  'server/db/migrations',
  'server/db/migrate.ts',
  'node_modules/@electric-sql/pglite/package.json',
]).slice(0, 16);

/** Persists between runs. `npm ci` removes it. */
const CACHE = 'node_modules/.cache/referral-desk';
const EMBEDDED = join(CACHE, `migrated-${hash}`);
/** Name of the template database in PostgreSQL. */
export const POSTGRES_TEMPLATE = `migrated_${hash}`;

/** Creates the template of the embedded database unless it exists. */
export async function makeEmbeddedTemplate(): Promise<void> {
  if (existsSync(EMBEDDED)) return;
  mkdirSync(dirname(EMBEDDED), { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'new-'));
  await (await openDatabase(readSettings({ DATA_DIR: folder }))).close();
  try {
    renameSync(join(folder, 'postgres'), EMBEDDED);
  } catch (error) {
    // A concurrent run may have created it first.
    if (!existsSync(EMBEDDED)) throw error;
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Copies the template of the embedded database into a data folder, unless the folder has a database. */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres');
  if (existsSync(folder)) return;
  await makeEmbeddedTemplate();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(EMBEDDED, folder, { recursive: true });
}

/** Creates the template in this run's PostgreSQL. @param server the server's URL, without a database name */
export async function makePostgresTemplate(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${POSTGRES_TEMPLATE}`);
  const DATABASE_URL = `${server}/${POSTGRES_TEMPLATE}`;
  await (await openDatabase(readSettings({ DATABASE_URL }))).close();
  await client.end();
}
