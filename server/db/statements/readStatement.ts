import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database';
import { prepareStatement } from './preparedStatement';

/** The parts of a statement that reads records to show. `createReads` adds to them. */
export interface ReadStatement {
  /** Common table expressions, separated by commas. */
  readonly with?: SQL;
  /** The columns of its only row. */
  readonly select: SQL;
  /**
   * An expression for the ids of the records that it shows, as text[], for the audit entry of the read; null if it shows
   * nothing. Omitted if it never shows records.
   */
  readonly recordIds?: SQL;
  /** Whether the best plan is the same for all values; true by default. If false, the statement is not prepared. */
  readonly hasOnePlan?: boolean;
}

/**
 * Runs a read statement and returns its row.
 * @param statement pass the same object each time: its text is built once for each object
 * @param values the values of its placeholders
 */
export type RunRead = (
  statement: ReadStatement,
  values?: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

export interface ReadResult {
  readonly row: unknown;
  /** The ids of the records that the row shows; null if it shows nothing. */
  readonly recordIds: readonly string[] | null;
}

const idsSchema = z.object({ record_ids: z.array(z.string()).nullish() });

/**
 * Creates a function that runs read statements.
 * @param addTo adds parts to a statement, once for each statement
 */
export function createReads(
  addTo: (statement: ReadStatement) => ReadStatement = (statement) => statement,
): (db: Database, ...read: Parameters<RunRead>) => Promise<ReadResult> {
  type Run = ReturnType<typeof prepareStatement>;
  const prepared = new WeakMap<ReadStatement, Run>();
  return async (db, statement, values = {}) => {
    const run =
      prepared.get(statement) ??
      prepareStatement(() => toQuery(addTo(statement)), { hasOnePlan: statement.hasOnePlan });
    prepared.set(statement, run);
    const [row] = await run(db, values);
    return { row, recordIds: idsSchema.parse(row).record_ids ?? null };
  };
}

/** Runs a read statement. Write the audit entry of the read before you show its records. */
export const readRecords = createReads();

function toQuery({ with: tables, select, recordIds }: ReadStatement): SQL {
  // As JSON, which the driver parses faster than an array.
  const columns = recordIds ? sql`${select}, array_to_json(${recordIds}) as record_ids` : select;
  return tables ? sql`with ${tables} select ${columns}` : sql`select ${columns}`;
}
