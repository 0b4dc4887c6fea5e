/** Falls back to unprepared statements behind a connection pooler that does not support prepared ones. */
import type pg from 'pg';

/** SQLSTATEs: invalid_sql_statement_name (prepared on another connection), duplicate_prepared_statement (by another client). */
const UNSUPPORTED_STATES: ReadonlySet<unknown> = new Set(['26000', '42P05']);

const isUnsupported = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNSUPPORTED_STATES.has(error.code);

type Query = (config: unknown, ...rest: unknown[]) => unknown;

const withoutName = (config: unknown): unknown =>
  typeof config === 'object' && config !== null && 'name' in config
    ? { ...config, name: undefined }
    : config;

/**
 * Stops preparing statements after the first one that fails because the pooler does not support it. Retries the failed
 * statement without its name, unless it is part of a transaction.
 * @param isEnabled whether statements are prepared before a failure
 * @param onFallback called at the first failure
 */
export function fallBackToUnprepared(
  pool: pg.Pool,
  isEnabled: boolean,
  onFallback: () => void,
): void {
  let isPreparing = isEnabled;
  const fallBack = (error: unknown) => {
    if (!isUnsupported(error)) throw error;
    if (isPreparing) onFallback();
    isPreparing = false;
  };
  const query = pool.query.bind(pool) as Query;
  const querying: Query = async (config, ...rest) => {
    try {
      return await query(config, ...rest);
    } catch (error) {
      fallBack(error);
      return query(config, ...rest);
    }
  };
  pool.query = querying as typeof pool.query;
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as Query;
    const sending: Query = (config, ...rest) => {
      const result = send(isPreparing ? config : withoutName(config), ...rest);
      // A promise is of a statement in a transaction; the pool itself passes a callback, and gets no promise.
      if (result instanceof Promise) result.catch(fallBack).catch(() => undefined);
      return result;
    };
    client.query = sending as typeof client.query;
  });
}
