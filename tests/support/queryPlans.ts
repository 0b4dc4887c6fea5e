/** What the database reads to answer: each statement of a piece of work is explained, with the rows it really looks at. */
import { type Logger, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../server/db/openDatabase';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const planNodeSchema: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    'Rows Removed by Index Recheck': z.number().optional(),
    Plans: z.array(planNodeSchema).optional(),
  }),
);
const explainedSchema = z.object({
  rows: z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planNodeSchema })]) })]),
});

export interface Reading {
  readonly statement: string;
  /** Rows looked at in tables and indexes, taken or not. */
  readonly rows: number;
  /** Tables that were gone through from end to end. */
  readonly scanned: readonly string[];
}

/** Notes each statement of a database it was given to as its logger. */
export class StatementNotes implements Logger {
  #noted: SQL[] = [];

  logQuery(query: string, params: unknown[]): void {
    this.#noted.push(asSql(query, params));
  }

  /** Does the work, which must only read, and tells how each of its statements was answered. */
  async readingsOf(db: Database, work: () => Promise<unknown>): Promise<Reading[]> {
    this.#noted = [];
    await work();
    const statements = [...this.#noted];
    if (statements.length === 0) throw new Error('No statement was seen');
    const readings: Reading[] = [];
    for (const statement of statements) readings.push(await explain(db, statement));
    return readings;
  }
}

async function explain(db: Database, statement: SQL): Promise<Reading> {
  const explained = explainedSchema.parse(
    await db.execute(sql`explain (analyze, timing off, verbose, format json) ${statement}`),
  );
  const nodes = flat(explained.rows[0]['QUERY PLAN'][0].Plan);
  return {
    statement: statement.queryChunks.map((chunk) => JSON.stringify(chunk)).join(' '),
    rows: nodes.filter(isOfStore).reduce((sum, node) => sum + lookedAt(node), 0),
    scanned: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [],
    ),
  };
}

const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];

/** Reads a table or an index, not what another part of the plan has found. */
const isOfStore = (node: PlanNode) =>
  !node.Plans && (node['Relation Name'] !== undefined || node['Index Name'] !== undefined);

const lookedAt = (node: PlanNode) =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0));

/** `$1`, `$2` … become parameters of the statement around it. */
function asSql(query: string, params: readonly unknown[]): SQL {
  const [first = '', ...rest] = query.split(/\$\d+/);
  return sql.join([
    sql.raw(first),
    ...rest.flatMap((part, index) => [sql`${sql.param(params[index])}`, sql.raw(part)]),
  ]);
}
