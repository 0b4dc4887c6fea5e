/** Prepared statements behind a connection pooler that cannot keep them: noticed at the first failure, and done without from then on. */
import type pg from 'pg';

/** SQLSTATEs: the statement was prepared on another connection; another client has prepared one of that name. */
const NOT_KEPT: ReadonlySet<unknown> = new Set(['26000', '42P05']);

const isNotKept = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NOT_KEPT.has(error.code);

type Query = (config: unknown, ...rest: unknown[]) => unknown;

const withoutName = (config: unknown): unknown =>
  typeof config === 'object' && config !== null && 'name' in config
    ? { ...config, name: undefined }
    : config;

/**
 * Sends statements without their names once a statement fails because the server does not know it. The failed statement is sent
 * again, unless it was part of a transaction.
 * @param isEnabled whether statements are prepared at first
 * @param onNotKept called at the first failure
 */
export function fallBackToUnprepared(
  pool: pg.Pool,
  isEnabled: boolean,
  onNotKept: () => void,
): void {
  let prepares = isEnabled;
  const giveUp = (error: unknown) => {
    if (!isNotKept(error)) throw error;
    if (prepares) onNotKept();
    prepares = false;
  };
  const query = pool.query.bind(pool) as Query;
  const querying: Query = async (config, ...rest) => {
    try {
      return await query(config, ...rest);
    } catch (error) {
      giveUp(error);
      return query(config, ...rest);
    }
  };
  pool.query = querying as typeof pool.query;
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as Query;
    const sending: Query = (config, ...rest) => {
      const result = send(prepares ? config : withoutName(config), ...rest);
      // Of a transaction; the pool itself passes a callback.
      if (result instanceof Promise) result.catch(giveUp).catch(() => undefined);
      return result;
    };
    client.query = sending as typeof client.query;
  });
}
