/** Records the statements that a call sends to PostgreSQL. The embedded database runs the same code and is not recorded. */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { z } from 'zod';

export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the call under way sends, without background jobs. */
const recording = new AsyncLocalStorage<Sent[]>();
const sentSchema = z.object({ text: z.string(), values: z.array(z.unknown()).optional() });

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;
const query = pg.Client.prototype.query as AnyFunction;
pg.Client.prototype.query = function recordAndQuery(this: unknown, ...values: unknown[]) {
  const store = recording.getStore();
  if (store) {
    const [config, list] = values;
    const sent = sentSchema.parse(typeof config === 'string' ? { text: config } : config);
    store.push({ text: sent.text, values: sent.values ?? (Array.isArray(list) ? list : []) });
  }
  return query.apply(this, values);
} as typeof pg.Client.prototype.query;

/** Makes a call. Returns its result, and the statements that it sent, in their order. */
export async function recordStatements<Result>(
  call: () => Promise<Result>,
): Promise<{ result: Result; sent: readonly Sent[] }> {
  const sent: Sent[] = [];
  const result = await recording.run(sent, call);
  return { result, sent };
}
