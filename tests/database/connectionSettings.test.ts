/** A PostgreSQL whose settings are others than our SQL relies on: each connection asks for its own. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/db/openDatabase';
import { MIGRATION_LOCK } from '../../server/db/migrate';
import { CONNECTION_SETTINGS } from '../../server/db/server/connectionSettings';
import { explainFailure } from '../../server/failures/explainFailure';
import { readSettings } from '../../server/settings/settings';
import { command } from '../support/commands';
import { createDatabase, createMigratedDatabase } from '../support/engines';
import { createFixtures, referralBody } from '../support/fixtures';
import { makeTemporaryDataDir, requireBuild } from '../support/processCalls';
import { startTestServer } from '../support/testServer';

requireBuild();

/** Each differs from what is needed, and broke something. */
const ODD_SETTINGS: Record<keyof typeof CONNECTION_SETTINGS, string> = {
  DateStyle: 'SQL, DMY',
  TimeZone: 'Asia/Kolkata',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
  gin_fuzzy_search_limit: '5',
  IntervalStyle: 'sql_standard',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  array_nulls: 'off',
  transform_null_equals: 'on',
};

/** Runs statements in a database, in which NAME is its own name. */
async function run(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
  for (const statement of statements) await client.query(statement.replaceAll('NAME', name));
  await client.end();
}

/** Sets a database otherwise. */
const setOddly = (url: string) =>
  run(
    url,
    ...Object.entries(ODD_SETTINGS).map(
      ([name, value]) => `alter database NAME set ${name} = ${pg.escapeLiteral(value)}`,
    ),
    `alter database NAME set datestyle = 'SQL', 'DMY'`,
  );

it('each connection has the settings that our SQL relies on', async () => {
  const DATABASE_URL = await createMigratedDatabase();
  await setOddly(DATABASE_URL);
  const database = await openDatabase(readSettings({ DATABASE_URL }));
  onTestFinished(() => database.close());
  for (const [name, value] of Object.entries(CONNECTION_SETTINGS)) {
    const { rows } = (await database.db.execute(sql`select current_setting(${name}) as value`)) as {
      rows: { value: string }[];
    };
    expect({ name, value: rows[0]?.value }).toEqual({ name, value });
  }
});

it('refuses another threshold of similar names, with what sets it', async () => {
  const DATABASE_URL = await createMigratedDatabase();
  await run(DATABASE_URL, `alter database NAME set pg_trgm.similarity_threshold = 0.8`);
  await expect(openDatabase(readSettings({ DATABASE_URL }))).rejects.toThrow(
    /similarity_threshold = 0\.8 .* alter role .* set pg_trgm\.similarity_threshold = 0\.3;/,
  );
});

it('lists, searches, the history and the activity log work on a database that is set otherwise', async () => {
  const DATABASE_URL = await createMigratedDatabase();
  await setOddly(DATABASE_URL);
  const desk = await startTestServer({ DATABASE_URL });
  onTestFinished(() => desk.close());
  const { sites, bearer } = await createFixtures(desk);
  const filed = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const body = referralBody(sites.own, { first_name: `Ode${at}`, last_name: 'Oddset' });
      return (await desk.callOk('addReferral', { body }, bearer('superuser')))._id;
    }),
  );
  const found = await desk.callOk(
    'listWorklist',
    { body: { q: 'oddset, ode' } },
    bearer('superuser'),
  );
  expect(found.items).toHaveLength(filed.length);
  const params = { id: filed[0] ?? '' };
  const history = await desk.callOk('getHistory', { params }, bearer('superuser'));
  expect(history.events).toHaveLength(1);
  const trail = await desk.callOk('listAudit', { query: {} }, bearer('superuser'));
  expect(trail).not.toHaveLength(0);
});

it('a backup of a database that is set otherwise can be restored into another', async () => {
  const DATABASE_URL = await createMigratedDatabase();
  await setOddly(DATABASE_URL);
  const desk = await startTestServer({ DATABASE_URL });
  const { sites, bearer } = await createFixtures(desk);
  await desk.callOk('addReferral', { body: referralBody(sites.own) }, bearer('superuser'));
  await desk.close();
  const DATA_DIR = makeTemporaryDataDir();
  const file = `${DATA_DIR}/odd.backup`;
  expect(await command('backup', { DATA_DIR, DATABASE_URL }, file)).toMatchObject({ code: 0 });
  for (const url of [DATABASE_URL, await createDatabase()]) {
    const restored = await command('restore', { DATA_DIR, DATABASE_URL: url }, '--replace', file);
    expect(restored).toMatchObject({ code: 0 });
  }
});

it('waits for another process that migrates, although the database ends statements earlier', async () => {
  const DATABASE_URL = await createDatabase();
  await run(DATABASE_URL, `alter database NAME set statement_timeout = '4s'`);
  const other = new pg.Client({ connectionString: DATABASE_URL });
  await other.connect();
  await other.query('set statement_timeout = 0');
  await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  const released = other.query(`select pg_sleep(6), pg_advisory_unlock(${MIGRATION_LOCK})`);
  expect(await explainOpen(DATABASE_URL)).toBe('it opened');
  await released;
  await other.end();
});

it.each([
  [
    'the extension pg_trgm is outside its search_path',
    ['create schema elsewhere', 'create extension pg_trgm schema elsewhere'],
    'alter extension pg_trgm set schema public',
  ],
  [
    'its search_path names no schema',
    [`alter database NAME set search_path = 'nowhere'`],
    'set search_path = public',
  ],
])('says what to do if %s', async (_what, statements, words) => {
  const url = await createDatabase();
  await run(url, ...statements);
  expect(await explainOpen(url)).toContain(words);
});

it('does not begin a second, empty set of tables where the search_path leads now', async () => {
  const url = await createMigratedDatabase();
  await run(url, 'create schema later', 'alter database NAME set search_path = later, public');
  expect(await explainOpen(url)).toContain(
    'The tables of Referral Desk are in the schema public, which is no longer the first in the search_path',
  );
});

/** Opens a database. Returns the explanation if that fails. */
async function explainOpen(DATABASE_URL: string): Promise<string> {
  const opened = openDatabase(readSettings({ DATABASE_URL }));
  const explanation = await opened.then(() => 'it opened', explainFailure);
  await opened.then(({ close }) => close()).catch(() => undefined);
  return explanation;
}
