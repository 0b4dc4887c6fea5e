import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/**
 * Renders a part of statements that are built for each request, so that its text is not built each time.
 * @param part one without parameters
 */
export function renderOnce(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error(`This part of a statement has parameters: ${text}`);
  return sql.raw(text);
}
