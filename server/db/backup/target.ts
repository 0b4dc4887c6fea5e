/** The database that a restore is about to fill: what it holds, and clearing it. */
import { sql } from 'drizzle-orm';
import type { DrizzleQueryError } from 'drizzle-orm/errors';
import { z } from 'zod';
import { readMigrations } from '../migrate';
import { type Database, SERVER_NAME } from '../openDatabase';
import { sqlState } from '../sqlState';
import { ask, existing } from './rows';
import { ALL_TABLES } from './tables';

/** What nobody would miss: what a first start makes. */
const OF_A_FIRST_START = { referral: 0, account: 1, site: 2, audit_event: 0 } as const;
const NAMES = {
  referral: 'referrals',
  account: 'accounts',
  site: 'sites',
  audit_event: 'entries on record',
} as const;
/** PostgreSQL's code for it. */
const DEPENDENT_OBJECTS = '2BP01';
type Counted = keyof typeof OF_A_FIRST_START;

const countSchema = z.object({ count: z.coerce.number() });

/** What a database holds beyond what a first start makes, in words; undefined when there is nothing. */
export async function describeContent(tx: Database): Promise<string | undefined> {
  const tables = await existing(tx, Object.keys(OF_A_FIRST_START));
  const counts: [Counted, number][] = [];
  for (const table of tables as Counted[]) {
    const [found] = await ask(
      tx,
      countSchema,
      sql`select count(*) as count from ${sql.identifier(table)}`,
    );
    counts.push([table, found?.count ?? 0]);
  }
  if (counts.every(([table, count]) => count <= OF_A_FIRST_START[table])) return undefined;
  return counts.map(([table, count]) => `${count} ${NAMES[table]}`).join(', ');
}

/** How many connections server processes have to a PostgreSQL; those of one that is waiting to start count, too. */
export async function countServers(tx: Database): Promise<number> {
  const [found] = await ask(
    tx,
    countSchema,
    sql`select count(*) as count from pg_stat_activity
        where datname = current_database() and application_name = ${SERVER_NAME} and pid <> pg_backend_pid()`,
  );
  return found?.count ?? 0;
}

/**
 * Drops all that the migrations have made. What others have built on it, such as views, is not dropped, and keeps this
 * from being done.
 * @throws Error, in words, that names what others have built
 */
export async function dropAll(tx: Database): Promise<void> {
  try {
    await dropMade(tx);
  } catch (error) {
    if (sqlState(error) !== DEPENDENT_OBJECTS) throw error;
    // One line each, a view before those on it.
    const { detail = '' } = (error as DrizzleQueryError).cause as { detail?: string };
    const views = [...detail.matchAll(/^(?:materialized )?view .+?(?= depends on )/gm)].map(
      ([view]) => `  drop ${view};\n`,
    );
    throw new Error(
      `Others have built on the tables, which keeps them from being replaced:\n${detail.replace(/^/gm, '  ')}\n` +
        'Nothing was changed. Keep the definition of each (pg_dump --schema-only), drop it, restore, and make it again.' +
        (views.length > 0 ? ` The views are dropped by:\n${views.toReversed().join('')}` : ''),
      { cause: error },
    );
  }
}

async function dropMade(tx: Database): Promise<void> {
  const tables = await existing(tx, ALL_TABLES);
  for (const { trigger, table } of await triggersOf(tx, tables)) {
    await tx.execute(sql`drop trigger ${sql.identifier(trigger)} on ${sql.identifier(table)}`);
  }
  const functions = await ownFunctions(tx);
  const drop = async (takesRows: boolean) => {
    for (const { signature, takes_rows } of functions) {
      if (takes_rows === takesRows) await tx.execute(sql.raw(`drop function ${signature}`));
    }
  };
  // Those that take a row of a table hang on it; on others hang columns and indexes of tables.
  await drop(true);
  if (tables.length > 0) {
    await tx.execute(sql`drop table ${sql.join(tables.map(sql.identifier), sql`, `)}`);
  }
  await drop(false);
}

async function triggersOf(tx: Database, tables: readonly string[]) {
  if (tables.length === 0) return [];
  return ask(
    tx,
    z.object({ trigger: z.string(), table: z.string() }),
    sql`select tgname as trigger, relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
        where not tgisinternal and relnamespace = current_schema()::text::regnamespace and relname in ${tables}`,
  );
}

/** The functions that migrations create, as the database names them with their arguments. */
async function ownFunctions(tx: Database): Promise<{ signature: string; takes_rows: boolean }[]> {
  const statements = readMigrations().flatMap((file) => file.sql);
  const names = statements.flatMap((statement) =>
    [...statement.matchAll(/\bcreate\s+(?:or\s+replace\s+)?function\s+"?(\w+)/gi)].map(
      ([, name = '']) => name,
    ),
  );
  if (names.length === 0) return [];
  return ask(
    tx,
    z.object({ signature: z.string(), takes_rows: z.boolean() }),
    sql`select oid::regprocedure::text as signature,
          exists (select from pg_type where oid = any(proargtypes) and typrelid <> 0) as takes_rows
        from pg_proc
        where pronamespace = current_schema()::text::regnamespace and proname in ${[...new Set(names)]}`,
  );
}
