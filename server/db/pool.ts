/** Connections to a PostgreSQL: what breaks or falls silent is replaced, and what nobody gives back is taken back. */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * A connection that breaks is replaced by the pool, and what was under way on it fails; unheard, it would end the process.
 * One that somebody has is given back here, also when it refuses to begin a transaction: drizzle would never do so, and ten
 * of those would be all there are.
 */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('error', () => undefined);
  const taken = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_error, client) => taken.delete(client));
  const giveBack = (client: pg.PoolClient, error: Error) => {
    if (!taken.has(client)) return;
    client.release(error);
    // Who has it may still do it, too.
    client.release = () => undefined;
  };
  // The pool itself does not listen while somebody has the connection.
  pool.on('connect', (client) => {
    client.on('error', (error) => giveBack(client, error));
    onRefusedBegin(client, (error) => giveBack(client, error));
  });
  return pool;
}

type AnyQuery = (...asked: unknown[]) => unknown;

function onRefusedBegin(client: pg.PoolClient, refused: (error: Error) => void): void {
  const watched: AnyQuery = (...asked) => {
    const answer = (pg.Client.prototype.query as AnyQuery).apply(client, asked);
    const text = (asked[0] as { text?: unknown } | undefined)?.text;
    const begins = typeof text === 'string' && /^begin\b/i.test(text);
    if (begins && answer instanceof Promise) answer.catch(refused);
    return answer;
  };
  client.query = watched as typeof client.query;
}

/** Longer than any statement may take, in milliseconds: what says nothing for so long is frozen, or gone without a word. */
const SILENCE = 20_000;

/** A connection on which nothing comes any more is broken off, so that what waits on it fails and the next may find a better one. */
export function giveUpOnSilence(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(SILENCE, () => stream.destroy());
  });
}

/** Calls back with the SQLSTATE of every error that the server answers, whoever asked for what. */
export function onErrorAnswer(pool: pg.Pool, listener: (state: string | undefined) => void): void {
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('errorMessage', ({ code }: { code?: string }) => listener(code));
  });
}
