import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/**
 * Renders a part of a statement to text once, for statements that are built for each request.
 * @param part must have no parameters
 */
export function renderOnce(part: SQL): SQL {
  const { sql: text, params } = dialect.sqlToQuery(part);
  if (params.length > 0) throw new Error(`This part of a statement has parameters: ${text}`);
  return sql.raw(text);
}
