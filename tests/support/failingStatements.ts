/** Makes one statement of a call fail in the database, on either engine. Import it before a server starts. */
import { AsyncLocalStorage } from 'node:async_hooks';
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

/**
 * The group commits (the flush, and the audit entries of reads), which concurrent calls share: they belong to no single call.
 */
const SHARED_STATEMENT =
  /^\s*select pg_logical_emit_message|^\s*insert into "audit_event"[^]*json_to_recordset/;

/** Counts one statement. Returns whether it is the one that must fail. */
function isTurn(text: string): boolean {
  const store = countdown.getStore();
  if (!store || SHARED_STATEMENT.test(text)) return false;
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
  const [statement] = values as [string | { text: string }];
  const sent = typeof statement === 'string' ? statement : statement.text;
  if (!isTurn(sent)) return query.apply(this, values);
  const text = failing(/^commit/i.test(sent));
  const callback = values.find((value) => typeof value === 'function');
  return query.apply(this, callback ? [text, callback] : [text]);
} as typeof pg.Client.prototype.query;
