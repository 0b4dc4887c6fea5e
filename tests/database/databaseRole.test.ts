/** The role that deploy/database.sql creates for the servers is enough for them, and no superuser. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startPostgres } from '../../scripts/programs/realPostgres';
import { bootstrap } from '../../server/seed/bootstrap';
import { referral } from '../../server/db/schema';
import { seed } from '../../server/seed/seed';
import { vacuumAllTables } from '../../server/db/embedded/vacuum';
import { readSettings } from '../../server/settings/settings';
import { withDatabase } from '../support/archives';

const PASSWORD = "it's a password";

/** The statements, after what psql does with the file: reads the variable and quotes it. */
const statements = readFileSync('deploy/database.sql', 'utf8')
  .replace(/^\\getenv password REFERRAL_DESK_PASSWORD$/m, '')
  .replace(/--.*/g, '')
  .replace(":'password'", pg.escapeLiteral(PASSWORD))
  .split(';')
  .filter((statement) => statement.trim() !== '');

it('a server migrates, starts and works as the role of the shipped SQL', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  const superuser = new pg.Client({ connectionString: `${postgres.url}/postgres` });
  await superuser.connect();
  for (const statement of statements) await superuser.query(statement);
  const { rows } = await superuser.query(
    "select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolcanlogin from pg_roles where rolname = 'referral_desk'",
  );
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolcanlogin: true,
    },
  ]);
  await superuser.end();

  const url = new URL(`${postgres.url}/referral_desk`);
  url.username = 'referral_desk';
  url.password = PASSWORD;
  const settings = readSettings({ DATABASE_URL: url.href });
  await withDatabase(settings, async (db) => {
    await bootstrap(db, settings);
    await seed(db, 20);
    await vacuumAllTables(db);
    expect(await db.$count(referral)).toBe(20);
  });
});
