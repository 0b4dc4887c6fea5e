/** Counts the rows that statements scan, by EXPLAIN ANALYZE. */
import { type Logger, type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import type { Database } from '../../server/db/database';

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

export interface ExplainedStatement {
  readonly statement: string;
  /** Rows scanned in tables and indexes, including those filtered out. */
  readonly rows: number;
  /** Tables read by a sequential scan. */
  readonly scanned: readonly string[];
}

interface Recorded {
  readonly query: string;
  readonly params: readonly unknown[];
}

/** A Drizzle logger that records each statement. */
export class StatementRecorder implements Logger {
  #recorded: Recorded[] = [];

  logQuery(query: string, params: unknown[]): void {
    this.#recorded.push({ query, params });
  }

  /**
   * Runs `work`, which must only read, and explains each of its statements.
   * @param isPrepared whether with the plan that a prepared statement has for all values
   */
  async explainStatements(
    db: Database,
    work: () => Promise<unknown>,
    { isPrepared = false } = {},
  ): Promise<ExplainedStatement[]> {
    this.#recorded = [];
    await work();
    const statements = [...this.#recorded];
    if (statements.length === 0) throw new Error('No statement was logged');
    const readings: ExplainedStatement[] = [];
    for (const statement of statements) {
      const explained = isPrepared
        ? await explainPrepared(db, statement)
        : await db.execute(sql`${EXPLAIN} ${asSql(statement)}`);
      readings.push({ statement: JSON.stringify(statement), ...readPlan(explained) });
    }
    return readings;
  }
}

const EXPLAIN = sql`explain (analyze, timing off, verbose, format json)`;

function explainPrepared(db: Database, { query, params }: Recorded): Promise<unknown> {
  const values = params.length > 0 ? `(${params.map(toLiteral).join(', ')})` : '';
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
    await tx.execute(sql.raw(`prepare explained as ${query}`));
    const explained = await tx.execute(sql`${EXPLAIN} execute explained${sql.raw(values)}`);
    await tx.execute(sql`deallocate explained`);
    return explained;
  });
}

const valueSchema = z.union([z.null(), z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** Formats a value for SQL. */
function toLiteral(param: unknown): string {
  const value = valueSchema.parse(param);
  if (value === null) return 'null';
  const text = Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join()}}` : value;
  return pg.escapeLiteral(String(text));
}

function readPlan(explained: unknown): Pick<ExplainedStatement, 'rows' | 'scanned'> {
  const { rows } = explainedSchema.parse(explained);
  const nodes = flattenPlan(rows[0]['QUERY PLAN'][0].Plan);
  return {
    rows: nodes.filter(isScan).reduce((sum, node) => sum + countScannedRows(node), 0),
    scanned: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0
        ? (node['Relation Name'] ?? [])
        : [],
    ),
  };
}

const flattenPlan = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(flattenPlan),
];

/** Whether the node reads a table or an index, not the output of another node. */
const isScan = (node: PlanNode) =>
  !node.Plans && (node['Relation Name'] !== undefined || node['Index Name'] !== undefined);

const countScannedRows = (node: PlanNode) =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0));

/** Turns `$1`, `$2` … into parameters of the enclosing statement. */
function asSql({ query, params }: Recorded): SQL {
  const [first = '', ...rest] = query.split(/\$\d+/);
  return sql.join([
    sql.raw(first),
    ...rest.flatMap((part, index) => [sql`${sql.param(params[index])}`, sql.raw(part)]),
  ]);
}
