/** Makes one statement of a call fail in the database, on either engine. Import it before a server starts. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** The database's error message. No response and no log may contain it. */
export const DRIVER_MESSAGE = 'the words of the driver';
const FAILING = `do $$ begin raise exception '${DRIVER_MESSAGE}' using errcode = '57014'; end $$`;

/** A failed commit ends its transaction and no rollback follows it, so roll back before failing. */
const failing = (isCommit: boolean) => (isCommit ? `rollback; ${FAILING}` : FAILING);

interface Countdown {
  left: number;
}
const countdown = new AsyncLocalStorage<Countdown>();

/** Counts one statement. Returns whether it is the one that must fail. */
function isTurn(): boolean {
  const store = countdown.getStore();
  if (!store) return false;
  store.left -= 1;
  return store.left === 0;
}

/**
 * Runs `run` with its k-th statement failing. `begin` and `commit` count as statements. Statements of background jobs do not.
 * @returns the result of `run`, and whether it reached the k-th statement
 */
export async function failStatement<T>(k: number, run: () => Promise<T>) {
  const store: Countdown = { left: k };
  const result = await countdown.run(store, run);
  return { result, wasReached: store.left <= 0 };
}

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;

const query = pg.Client.prototype.query as AnyFunction;
pg.Client.prototype.query = function failOrQuery(this: unknown, ...values: unknown[]) {
  if (!isTurn()) return query.apply(this, values);
  const [statement] = values as [string | { text: string }];
  const text = failing(/^commit/i.test(typeof statement === 'string' ? statement : statement.text));
  const callback = values.find((value) => typeof value === 'function');
  return query.apply(this, callback ? [text, callback] : [text]);
} as typeof pg.Client.prototype.query;

// The embedded database receives a statement as a Parse message, followed by other messages, or as one simple Query message.
const PARSE = 0x50;
const QUERY = 0x51;

const { execProtocolStream } = PGlite.prototype;
PGlite.prototype.execProtocolStream = function failOrExecute(message, ...options) {
  const startsStatement = message[0] === PARSE || message[0] === QUERY;
  const sent = startsStatement && isTurn() ? failingMessage(message) : message;
  return execProtocolStream.call(this, sent, ...options);
};

/** Builds a message of PostgreSQL's wire protocol: type byte, length including itself, zero-terminated strings. */
function failingMessage(original: Uint8Array): Uint8Array {
  const isParse = original[0] === PARSE;
  const isCommit = /^commit/i.test(Buffer.from(original.subarray(5, 11)).toString('latin1'));
  const text = isParse ? `\0${FAILING}\0\0\0` : `${failing(isCommit)}\0`;
  const message = Buffer.alloc(5 + text.length);
  message[0] = isParse ? PARSE : QUERY;
  message.writeInt32BE(4 + text.length, 1);
  message.write(text, 5, 'latin1');
  return message;
}
