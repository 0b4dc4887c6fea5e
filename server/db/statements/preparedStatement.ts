/**
 * Prepared statements: each connection to a PostgreSQL server parses and plans them once. Only for statements of few shapes
 * whose best plan does not depend on their values.
 */
import { createHash } from 'node:crypto';
import type { Query, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from '../database';

const dialect = new PgDialect();

/**
 * Prepares a statement whose text is the same in each request. Builds the text once, at the first run.
 * @param build builds the statement, with `sql.placeholder` for each value
 * @param options.hasOnePlan whether the best plan is the same for all values; otherwise the statement is not prepared
 * @returns a function that runs it and returns its rows, as the driver parses them
 */
export function prepareStatement(
  build: () => SQL,
  { hasOnePlan = true }: { hasOnePlan?: boolean | undefined } = {},
): (db: Database, values: Readonly<Record<string, unknown>>) => Promise<unknown[]> {
  let query: Query | undefined;
  return (db, values) => {
    query ??= dialect.sqlToQuery(build());
    return run(db, query, values, hasOnePlan ? nameOf(query.sql) : undefined);
  };
}

/** Runs a statement as a prepared one, and returns its rows, as the driver parses them. */
export const executePrepared = (db: Database, statement: SQL): Promise<unknown[]> =>
  prepareStatement(() => statement)(db, {});

/**
 * A parameter that is read only when the statement is sent, which may be after a wait for a connection: node-postgres calls a
 * parameter's method `toPostgres` at that time.
 */
export const whenSent = (read: () => unknown): unknown => ({ toPostgres: read });

interface Result {
  execute: { rows: unknown[] };
  all: unknown;
  values: unknown;
}

async function run(
  db: Database,
  query: Query,
  values: Record<string, unknown>,
  name: string | undefined,
): Promise<unknown[]> {
  const statement = db._.session.prepareQuery<Result>(query, undefined, name, false);
  return (await statement.execute(values)).rows;
}

const names = new Map<string, string>();
/** Each connection keeps its prepared statements in memory. Statements beyond this number are not prepared. */
const MAX_PREPARED = 1_000;

/**
 * Names a statement by the hash of its text. Behind a connection pooler, several processes share a connection: they must not
 * use one name for different statements.
 */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}
