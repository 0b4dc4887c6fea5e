import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema';

/** The drizzle handle that statements use: either engine, inside or outside a transaction. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** A part of a statement. */
export type Statement = SQL;
