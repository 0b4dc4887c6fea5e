/**
 * Prepared statements: each connection to a PostgreSQL server parses and plans them once. Only for statements of few shapes, whose
 * best plan does not depend on their values.
 */
import { createHash } from 'node:crypto';
import type { Query, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Database } from '../database';

const dialect = new PgDialect();

/**
 * Builds a statement once that is the same in each request but for its values, and prepares it.
 * @param build builds the statement, with `sql.placeholder` for each value
 * @param options.hasOnePlan whether the best plan is the same for all values; otherwise it is built once, but not prepared
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
 * A value that is read when the statement is sent: it may have waited for a connection. The method's name is node-postgres', which
 * calls it then.
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
/** Each connection keeps what it has prepared. Further statements are sent without a name. */
const MAX_PREPARED = 1_000;

/**
 * Names a statement after its text. Behind a pooler that lends one connection to several processes, the same name then never means
 * another statement.
 */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}
