/** The settings of PostgreSQL that our SQL relies on, whatever those of the server, the database and the user are. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import type { Database } from '../database';

export type ConnectionSettings = Readonly<Record<string, string>>;

/** Those that every pooler passes on: PgBouncer keeps them for each client, in every mode, without a line in its settings. */
export const POOLED_SETTINGS = {
  /** Times are read from their text. */
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  /** A backslash in a text is a backslash. */
  standard_conforming_strings: 'on',
} as const satisfies ConnectionSettings;

/** All of them. A pooler refuses or ignores the others, so that they must be the user's own if it is in between. */
export const CONNECTION_SETTINGS = {
  ...POOLED_SETTINGS,
  /** Statements lock rows and then read what was committed until then. */
  default_transaction_isolation: 'read committed',
  /** Another limit leaves out matches of a search at random. */
  gin_fuzzy_search_limit: '0',
  /** How values become text and text becomes values: in archives, JSON and parameters. */
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  transform_null_equals: 'off',
} as const satisfies ConnectionSettings;

/** The method of pg's client that returns the parameters of the startup message. */
interface StartupClient {
  getStartupConf(): Record<string, string>;
}

/**
 * Returns pg's client, with these settings from the start of each connection. pg itself has an option for a few of them only.
 */
export function clientWith(settings: ConnectionSettings): typeof pg.Client {
  const { getStartupConf } = pg.Client.prototype as unknown as StartupClient;
  return class extends pg.Client {
    getStartupConf() {
      return { ...getStartupConf.call(this), ...settings };
    }
  };
}

const rowSchema = z.record(z.string(), z.string());

/**
 * Checks that a connection has the settings, which a pooler in between may have left out.
 * @throws Error with a message for the operator
 */
export async function requireConnectionSettings(db: Database): Promise<void> {
  const names = Object.keys(CONNECTION_SETTINGS);
  const { rows } = (await db.execute(
    sql`select current_user as "user", ${sql.join(
      names.map((name) => sql`current_setting(${name}) as ${sql.identifier(name)}`),
      sql`, `,
    )}`,
  )) as { rows: unknown[] };
  const { user = '', ...actual } = rowSchema.parse(rows[0]);
  const wrong = Object.entries(CONNECTION_SETTINGS).filter(
    ([name, value]) => actual[name] !== value,
  );
  if (wrong.length === 0) return;
  const role = pg.escapeIdentifier(user);
  const statements = wrong.map(
    ([name, value]) => `alter role ${role} set ${name} = ${quoteList(value)};`,
  );
  throw new Error(
    `The pooler at DATABASE_URL does not pass on ${wrong.map(([name]) => name).join(', ')}, and PostgreSQL has another value there than Referral Desk needs. ` +
      `Run as the database's owner: ${statements.join(' ')} Then let the pooler reconnect (in PgBouncer: RECONNECT).`,
  );
}

/** The setting of an extension, which has it once it is loaded: no connection can ask for it before. */
const SIMILARITY_THRESHOLD = { name: 'pg_trgm.similarity_threshold', value: '0.3' } as const;

/**
 * Checks the threshold by which pg_trgm finds similar names.
 * @throws Error with a message for the operator
 */
export async function requireSimilarityThreshold(db: Database): Promise<void> {
  const { name, value } = SIMILARITY_THRESHOLD;
  // The call loads the extension.
  const { rows } = (await db.execute(
    sql`select current_user as "user", current_setting(${name}) as value where similarity('a', 'a') > 0`,
  )) as { rows: unknown[] };
  const { user = '', value: actual } = rowSchema.parse(rows[0]);
  if (actual === value) return;
  throw new Error(
    `PostgreSQL has ${name} = ${actual} for Referral Desk, which needs ${value}. Run as the database's owner: ` +
      `alter role ${pg.escapeIdentifier(user)} set ${name} = ${value};`,
  );
}

/** A list, such as ISO, MDY, is not one word. */
const quoteList = (value: string) =>
  value.includes(' ') && !value.includes(',') ? pg.escapeLiteral(value) : value;
