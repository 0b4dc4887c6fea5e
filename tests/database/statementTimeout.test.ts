/** The server limits each statement's time; commands do not, and print no values of a failed statement. */
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../server/db/database';
import { openDatabase } from '../../server/db/openDatabase';
import { sqlState } from '../../server/db/sqlState';
import { readSettings } from '../../server/settings/settings';
import { temporarySettings, withDatabase } from '../support/archives';
import { command } from '../support/commands';
import { createDatabase } from '../support/engines';

const QUERY_CANCELED = '57014';

async function open(statementTimeout?: number): Promise<Database> {
  const settings = readSettings({ DATABASE_URL: await createDatabase() });
  const { db, close } = await openDatabase(settings, { statementTimeout });
  onTestFinished(close);
  return db;
}

const stateOf = (statement: Promise<unknown>) => statement.then(() => 'done', sqlState);

/** Makes PL/pgSQL run before a referral is added. */
const beforeReferrals = (db: Database, body: string) =>
  db.execute(
    sql.raw(`create function hook() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
    create trigger hook before insert on referral for each row execute function hook()`),
  );

it.each([
  ['15s', undefined],
  ['100ms', 100],
  ['0', 0],
])('limits statements to %s with the option %s', async (limit, option) => {
  const db = await open(option);
  const { rows } = z
    .object({ rows: z.tuple([z.object({ statement_timeout: z.string() })]) })
    .parse(await db.execute(sql`show statement_timeout`));
  expect(rows[0].statement_timeout).toBe(limit);
});

it('a statement is cancelled at the statement timeout, and a silent connection destroyed soon after', async () => {
  const db = await open(100);
  expect(await stateOf(db.execute(sql`select pg_sleep(60)`))).toBe(QUERY_CANCELED);
  const silent = db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_sleep(60)`);
  });
  expect(await stateOf(silent)).toBe('ECONNREFUSED');
});

it('no statement is cancelled without a statement timeout', async () => {
  const db = await open(0);
  expect(await stateOf(db.execute(sql`select pg_sleep(0.5)`))).toBe('done');
});

it('seed has no statement timeout', async () => {
  const { settings, environment } = temporarySettings({ DATABASE_URL: await createDatabase() });
  await withDatabase(settings, (db) =>
    beforeReferrals(
      db,
      `if current_setting('statement_timeout') <> '0' then raise exception 'a limit'; end if;`,
    ),
  );
  const seeded = await command('seed', environment, '--referrals', '3');
  expect(seeded).toEqual({ code: 0, output: expect.stringContaining('3 referrals') });
});

it('seed prints no values of a refused statement', async () => {
  const { settings, environment } = temporarySettings({ DATABASE_URL: await createDatabase() });
  await withDatabase(settings, (db) => beforeReferrals(db, 'perform new.first_name::date;'));
  const { code, output } = await command('seed', environment, '--referrals', '3');
  expect(code).toBe(1);
  expect(output.trim().split('\n').at(-1)).toBe('The database refused a statement (22007).');
});
