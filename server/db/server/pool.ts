/** The connection pool of a PostgreSQL server: replaces broken and unresponsive connections, and prevents leaked ones. */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * Opens a pool that survives broken connections. The query on a broken connection fails, and the pool opens another connection.
 * Without an `error` listener, the pool's `error` event would end the process. This function releases a checked-out connection
 * when it breaks or when its `begin` fails: drizzle never releases it then, and ten leaked connections would exhaust the pool.
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
    // The caller that checked it out may still release it, and a second release would throw.
    client.release = () => undefined;
  };
  // The pool removes its own error listener while a connection is checked out.
  pool.on('connect', (client) => {
    client.on('error', (error) => releaseOnce(client, error));
    onFailedBegin(client, (error) => releaseOnce(client, error));
  });
  return pool;
}

type AnyQuery = (...args: unknown[]) => unknown;

function onFailedBegin(client: pg.PoolClient, listener: (error: Error) => void): void {
  const wrapped: AnyQuery = (...args) => {
    const result = (pg.Client.prototype.query as AnyQuery).apply(client, args);
    const text = (args[0] as { text?: unknown } | undefined)?.text;
    const isBegin = typeof text === 'string' && /^begin\b/i.test(text);
    if (isBegin && result instanceof Promise) result.catch(listener);
    return result;
  };
  client.query = wrapped as typeof client.query;
}

/** The socket timeout, as a multiple of the statement timeout. */
const SOCKET_TIMEOUT_FACTOR = 4 / 3;

/**
 * Sets a socket timeout on each connection, longer than the statement timeout: the server is unreachable or frozen if it does
 * not even report a statement timeout. The query on a destroyed connection fails, and the next query gets a new connection.
 * @param statementTimeout milliseconds; 0 disables the socket timeout too
 */
export function setSocketTimeout(pool: pg.Pool, statementTimeout: number): void {
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(statementTimeout * SOCKET_TIMEOUT_FACTOR, () => stream.destroy());
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

/**
 * Tracks the open connections of a pool.
 * @returns a function that destroys them, so that the pool opens new ones
 */
export function trackConnections(pool: pg.Pool): () => void {
  const streams = new Set<Socket>();
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
  });
  return () => {
    for (const stream of streams) stream.destroy();
  };
}
