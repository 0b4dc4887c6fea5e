/**
 * A migrated database of each engine, made once and copied for each test server: what migrating takes is paid once. Their
 * name is the hash of the schema and of what writes it, so that none is ever stale.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { hashOf } from '../../scripts/hashOf';
import { openDatabase } from '../../server/db/openDatabase';
import { readSettings } from '../../server/settings';

const hash = hashOf([
  'server/db/migrations',
  'server/db/migrate.ts',
  'node_modules/@electric-sql/pglite/package.json',
]).slice(0, 16);

/** Kept from run to run; `npm ci` removes it. */
const CACHE = 'node_modules/.cache/referral-desk';
const EMBEDDED = join(CACHE, `migrated-${hash}`);
/** The template's name in a PostgreSQL. */
export const POSTGRES_TEMPLATE = `migrated_${hash}`;

/** Makes the template of the embedded database unless it is there. */
export async function makeEmbeddedTemplate(): Promise<void> {
  if (existsSync(EMBEDDED)) return;
  mkdirSync(dirname(EMBEDDED), { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'new-'));
  await (await openDatabase(readSettings({ DATA_DIR: folder }))).close();
  try {
    renameSync(join(folder, 'postgres'), EMBEDDED);
  } catch (error) {
    // Another run was quicker.
    if (!existsSync(EMBEDDED)) throw error;
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Puts a copy of the embedded database's template into a data folder, unless one is there. */
export async function copyEmbeddedTemplate(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres');
  if (existsSync(folder)) return;
  await makeEmbeddedTemplate();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(EMBEDDED, folder, { recursive: true });
}

/** Makes the template in a PostgreSQL of this run. @param server its address, without a database's name */
export async function makePostgresTemplate(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  await client.query(`create database ${POSTGRES_TEMPLATE}`);
  const DATABASE_URL = `${server}/${POSTGRES_TEMPLATE}`;
  await (await openDatabase(readSettings({ DATABASE_URL }))).close();
  await client.end();
}
