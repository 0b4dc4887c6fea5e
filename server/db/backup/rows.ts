/** Reads and writes the rows of any table as lines of JSON, identical on both engines. */
import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { disableTimeouts } from '../migrate';
import { CONNECTION_SETTINGS } from '../server/connectionSettings';
import type { Database } from '../database';

/** Rows fetched at once, which bounds the memory use. */
const PAGE_SIZE = 1_000;

/** The row count of a table, and the SHA-256 (hex) over its lines in the order of the primary key. */
export interface TableSummary {
  readonly rows: number;
  readonly sha256: string;
}

const resultSchema = z.object({ rows: z.array(z.unknown()) });

/** Runs a query and validates its rows. */
export async function queryRows<Schema extends z.ZodType>(
  db: Database,
  row: Schema,
  query: SQL,
): Promise<z.output<Schema>[]> {
  const { rows } = resultSchema.parse(await db.execute(query));
  return z.array(row).parse(rows);
}

/**
 * Makes this transaction format values the same on every database, whatever the settings of the database or the role, and
 * disables its timeouts. A transaction's isolation is set as it begins.
 */
export async function setTransactionSettings(tx: Database): Promise<void> {
  const { default_transaction_isolation: _, ...formats } = CONNECTION_SETTINGS;
  for (const [name, value] of Object.entries(formats)) {
    await tx.execute(sql`select set_config(${name}, ${value}, true)`);
  }
  await disableTimeouts(tx);
}

/** Returns the tables that exist, in the given order. */
export async function findExistingTables(
  db: Database,
  tables: readonly string[],
): Promise<string[]> {
  const found = await queryRows(
    db,
    z.object({ name: z.string() }),
    sql`select relname as name from pg_class
        where relnamespace = current_schema()::text::regnamespace and relkind in ('r', 'p') and relname in ${tables}`,
  );
  const names = new Set(found.map(({ name }) => name));
  return tables.filter((name) => names.has(name));
}

/** Yields all rows in the order of the primary key, a page at a time. Call it in a transaction. */
export async function* readRows(tx: Database, table: string): AsyncGenerator<string[]> {
  const cursor = sql.identifier('archive_rows');
  await tx.execute(sql`
    declare ${cursor} no scroll cursor for
    select row_to_json(t)::text as line from ${sql.identifier(table)} t order by ${await orderByPrimaryKey(tx, table)}`);
  const lineSchema = z.object({ line: z.string() });
  for (;;) {
    const page = await queryRows(tx, lineSchema, sql.raw(`fetch ${PAGE_SIZE} from archive_rows`));
    if (page.length === 0) break;
    yield page.map(({ line }) => line);
  }
  await tx.execute(sql`close ${cursor}`);
}

/** Counts and hashes lines as they pass. */
export function createTableSummary(): {
  add: (lines: readonly string[]) => void;
  end: () => TableSummary;
} {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(lines) {
      rows += lines.length;
      for (const line of lines) hash.update(`${line}\n`);
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

/** Counts and hashes the current rows of a table. */
export async function summarizeTable(tx: Database, table: string): Promise<TableSummary> {
  const counter = createTableSummary();
  for await (const lines of readRows(tx, table)) counter.add(lines);
  return counter.end();
}

/** Inserts rows unchanged: the database generates no values. */
export async function writeRows(
  tx: Database,
  table: string,
  lines: readonly string[],
): Promise<void> {
  const name = sql.identifier(table);
  const columns = sql.join((await listStoredColumns(tx, table)).map(sql.identifier), sql`, `);
  await tx.execute(sql`
    insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, ${`[${lines.join(',')}]`}::json)`);
}

const columnSchema = z.object({ name: z.string(), is_text: z.boolean() });

/** Orders by the primary key. Texts use collation C: the order must not depend on the database's collation. */
async function orderByPrimaryKey(tx: Database, table: string): Promise<SQL> {
  const columns = await queryRows(
    tx,
    columnSchema,
    sql`select attname as name, attcollation <> 0 as is_text from pg_index
        join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = ${table}::regclass and indisprimary order by array_position(indkey::int2[], attnum)`,
  );
  if (columns.length === 0) throw new Error(`The table ${table} has no primary key.`);
  const parts = columns.map(({ name, is_text }) =>
    is_text ? sql`t.${sql.identifier(name)} collate "C"` : sql`t.${sql.identifier(name)}`,
  );
  return sql.join(parts, sql`, `);
}

/** Returns the columns that are not generated. */
async function listStoredColumns(tx: Database, table: string): Promise<string[]> {
  const columns = await queryRows(
    tx,
    columnSchema.pick({ name: true }),
    sql`select attname as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  );
  return columns.map(({ name }) => name);
}
