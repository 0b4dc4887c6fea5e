/** Connections to a PostgreSQL server: replaces broken and silent ones, and releases those that their users do not release. */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Opens a pool that survives broken connections. The pool replaces a broken connection, and the query on it fails; without an
 * `error` listener the event would end the process. A checked-out connection is released here when it breaks, or when it
 * refuses to begin a transaction: drizzle would never release it, and ten of those would exhaust the pool.
 */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('error', () => undefined);
  const checkedOut = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => checkedOut.add(client));
  pool.on('release', (_error, client) => checkedOut.delete(client));
  const releaseOnce = (client: pg.PoolClient, error: Error) => {
    if (!checkedOut.has(client)) return;
    client.release(error);
    // Its user may still call release, and a second call would throw.
    client.release = () => undefined;
  };
  // The pool removes its own error listener while a connection is checked out.
  pool.on('connect', (client) => {
    client.on('error', (error) => releaseOnce(client, error));
    onRefusedBegin(client, (error) => releaseOnce(client, error));
  });
  return pool;
}

type AnyQuery = (...args: unknown[]) => unknown;

function onRefusedBegin(client: pg.PoolClient, listener: (error: Error) => void): void {
  const wrapped: AnyQuery = (...args) => {
    const result = (pg.Client.prototype.query as AnyQuery).apply(client, args);
    const text = (args[0] as { text?: unknown } | undefined)?.text;
    const isBegin = typeof text === 'string' && /^begin\b/i.test(text);
    if (isBegin && result instanceof Promise) result.catch(listener);
    return result;
  };
  client.query = wrapped as typeof client.query;
}

/** How much longer a connection may be silent than a statement may take. */
const SILENCE_FACTOR = 4 / 3;

/**
 * Destroys a connection that is silent for longer than a statement may take, because it is frozen or lost. The query on it fails and
 * the next query gets a new connection.
 * @param statementTimeout milliseconds; 0 for no limit, which also ends no connection
 */
export function setSocketTimeout(pool: pg.Pool, statementTimeout: number): void {
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(statementTimeout * SILENCE_FACTOR, () => stream.destroy());
  });
}

/** Calls the listener with the SQLSTATE of every error response of the server, on any connection. */
export function onErrorResponse(
  pool: pg.Pool,
  listener: (state: string | undefined) => void,
): void {
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('errorMessage', ({ code }: { code?: string }) => listener(code));
  });
}
