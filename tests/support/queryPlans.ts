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

/** PostgreSQL's names: a custom plan is for the values of one execution, a generic plan for all values. */
export type Plan = 'custom' | 'generic';

export interface ExplainedStatement {
  readonly statement: string;
  readonly plan: Plan;
  /** Rows scanned in tables and indexes, including those filtered out. */
  readonly rows: number;
  /** Tables read by a sequential scan. */
  readonly scanned: readonly string[];
  /** Indexes read. */
  readonly indexes: readonly string[];
}

/** Plans a prepared statement once, for all values, instead of five times for its values first. */
export const PLAN_ONCE = 'set plan_cache_mode = force_generic_plan';

interface Recorded {
  readonly query: string;
  readonly params: readonly unknown[];
}

/** A Drizzle logger that records each statement. */
export class StatementRecorder implements Logger {
  #recorded: Recorded[] = [];
  /** The names of the prepared statements, by statement. */
  readonly #prepared = new Map<string, string>();

  logQuery(query: string, params: unknown[]): void {
    this.#recorded.push({ query, params });
  }

  /**
   * Runs `work`, which must only read, and explains each of its statements.
   * @param db a database of one connection, which keeps prepared statements
   * @param plans explains the plan for the statement's values, the one that it has for all values once prepared, or both
   */
  async explainStatements(
    db: Database,
    work: () => Promise<unknown>,
    plans: readonly Plan[] = ['custom'],
  ): Promise<ExplainedStatement[]> {
    this.#recorded = [];
    await work();
    const statements = [...this.#recorded];
    if (statements.length === 0) throw new Error('No statement was logged');
    const readings: ExplainedStatement[] = [];
    for (const statement of statements) {
      for (const plan of plans) {
        const explained =
          plan === 'generic'
            ? await this.#explainPrepared(db, statement)
            : await db.execute(sql`${EXPLAIN} ${asSql(statement)}`);
        readings.push({ statement: JSON.stringify(statement), plan, ...readPlan(explained) });
      }
    }
    return readings;
  }

  async #explainPrepared(db: Database, { query, params }: Recorded): Promise<unknown> {
    let name = this.#prepared.get(query);
    if (!name) {
      name = `explained_${this.#prepared.size}`;
      await db.execute(sql.raw(`prepare ${name} as ${query}`));
      this.#prepared.set(query, name);
    }
    const values = params.length > 0 ? `(${params.map(toLiteral).join(', ')})` : '';
    return db.execute(sql`${EXPLAIN} execute ${sql.raw(name + values)}`);
  }
}

/** With PLAN_ONCE, of a prepared statement it explains the plan for all values; of any other, the plan for its values. */
const EXPLAIN = sql`explain (analyze, timing off, format json)`;

const valueSchema = z.union([z.null(), z.string(), z.number(), z.boolean(), z.array(z.string())]);

/** Formats a value for SQL. */
function toLiteral(param: unknown): string {
  const value = valueSchema.parse(param);
  if (value === null) return 'null';
  const text = Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join()}}` : value;
  return pg.escapeLiteral(String(text));
}

function readPlan(explained: unknown): Omit<ExplainedStatement, 'statement' | 'plan'> {
  const { rows } = explainedSchema.parse(explained);
  const nodes = flattenPlan(rows[0]['QUERY PLAN'][0].Plan);
  return {
    rows: nodes.filter(isScan).reduce((sum, node) => sum + countScannedRows(node), 0),
    scanned: nodes.flatMap((node) =>
      node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0
        ? (node['Relation Name'] ?? [])
        : [],
    ),
    indexes: nodes.flatMap((node) => (node['Actual Loops'] > 0 ? (node['Index Name'] ?? []) : [])),
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
