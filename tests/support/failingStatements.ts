/** Has one statement of a call fail in the database, whichever engine it is. Import it before a server is started. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** What the database says then; no answer and no log may repeat it. */
export const DRIVERS_WORDS = 'the words of the driver';
const FAILING = `do $$ begin raise exception '${DRIVERS_WORDS}' using errcode = '57014'; end $$`;

/** A commit that fails has ended its transaction: nothing waits for a rollback any more. */
const failing = (isCommit: boolean) => (isCommit ? `rollback; ${FAILING}` : FAILING);

interface Countdown {
  left: number;
}
const countdown = new AsyncLocalStorage<Countdown>();

/** Counts one statement; answers whether it is the one. */
function isTurn(): boolean {
  const store = countdown.getStore();
  if (!store) return false;
  store.left -= 1;
  return store.left === 0;
}

/**
 * Runs something, of which the k-th statement fails: `begin` and `commit` are statements too. Those of the background are not
 * counted.
 * @returns what came of it, and whether there was such a statement
 */
export async function failingAt<T>(k: number, run: () => Promise<T>) {
  const store: Countdown = { left: k };
  const result = await countdown.run(store, run);
  return { result, wasReached: store.left <= 0 };
}

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;

const query = pg.Client.prototype.query as AnyFunction;
pg.Client.prototype.query = function failOrQuery(this: unknown, ...values: unknown[]) {
  if (!isTurn()) return query.apply(this, values);
  const [asked] = values as [string | { text: string }];
  const text = failing(/^commit/i.test(typeof asked === 'string' ? asked : asked.text));
  const callback = values.find((value) => typeof value === 'function');
  return query.apply(this, callback ? [text, callback] : [text]);
} as typeof pg.Client.prototype.query;

// A statement comes to the embedded database as one message to parse it, or as one plain query; more messages follow the first.
const PARSE = 0x50;
const QUERY = 0x51;

const { execProtocolStream } = PGlite.prototype;
PGlite.prototype.execProtocolStream = function failOrExecute(message, ...options) {
  const begins = message[0] === PARSE || message[0] === QUERY;
  const sent = begins && isTurn() ? failingMessage(message) : message;
  return execProtocolStream.call(this, sent, ...options);
};

/** As PostgreSQL's protocol has it: the kind, the length from here on, and texts that end with a zero byte. */
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
