/** Records the statements of a call, and repeats them as if the call were made again. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../server/db/database';
import { newTrackingId } from '../server/features/referrals/rules';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Statements in order; a list contains those of one transaction. */
export type Plan = readonly (Statement | readonly Statement[])[];

interface Notes {
  readonly plan: (Statement | Statement[])[];
  /** The open transaction. */
  inside?: Statement[];
}

/** The statements that begin and end a transaction. One engine's driver does not log them, so a list represents them. */
const BRACKET = /^(begin|commit)\b/;

/** Records the statements of one call, without those of background jobs. */
export function createStatementRecorder() {
  const recording = new AsyncLocalStorage<Notes>();
  return {
    /** The logger of the recorded database. */
    logger: {
      logQuery(text: string, values: unknown[]) {
        const notes = recording.getStore();
        if (!BRACKET.test(text)) (notes?.inside ?? notes?.plan)?.push({ text, values });
      },
    },
    watchTransactions(db: Database) {
      const transaction = db.transaction.bind(db);
      db.transaction = async (work, config) => {
        const notes = recording.getStore();
        if (!notes) return transaction(work, config);
        notes.plan.push((notes.inside = []));
        return transaction(work, config).finally(() => delete notes.inside);
      };
    },
    async recordPlan(call: () => Promise<unknown>): Promise<Plan> {
      const notes: Notes = { plan: [] };
      await recording.run(notes, call);
      return notes.plan;
    },
  };
}

/** Format of values that are new in each call → how to create one. */
const KINDS: readonly [RegExp, () => string][] = [
  [/^[0-9a-f]{8}-[0-9a-f-]{27}$/, randomUUID],
  [/^R-\w{4}-\w{4}$/, newTrackingId],
  // A keyed hash, as the rate limits store it.
  [/^[\w-]{43}$/, () => randomBytes(32).toString('base64url')],
];

/**
 * Repeats a plan with new values: those that differ between the two recorded calls are new each time, all others stay the same.
 * @returns a function that creates the plan of another call
 * @throws Error when the two calls sent different statements
 */
export function createReplay(first: Plan, second: Plan): () => Plan {
  const [statements, others] = [first.flat(), second.flat()];
  const textsOf = (list: readonly Statement[]) => list.map(({ text }) => text);
  if (!isDeepStrictEqual(textsOf(statements), textsOf(others))) {
    throw new Error('The two calls sent different statements');
  }
  const fresh = new Map<string, () => string>();
  for (const [place, { values }] of statements.entries()) {
    for (const [index, value] of values.entries()) {
      if (typeof value !== 'string' || value === others[place]?.values[index]) continue;
      const kind = KINDS.find(([pattern]) => pattern.test(value));
      if (kind) fresh.set(value, kind[1]);
    }
  }
  if (fresh.size === 0) return () => first;
  return () => {
    const renewed = [...fresh].map(([old, make]) => [old, make()] as const);
    const renew = (value: unknown): unknown =>
      typeof value === 'string'
        ? renewed.reduce((text, [old, replacement]) => text.replaceAll(old, replacement), value)
        : value;
    const again = ({ text, values }: Statement) => ({ text, values: values.map(renew) });
    return first.map((part) => ('text' in part ? again(part) : part.map(again)));
  };
}

/** Selects what a call reads, without the transaction and the audit entry. */
export const selectReads = (plan: Plan): Plan =>
  plan.flat().filter(({ text }) => /^\s*(select|with found)\b/i.test(text));

/** Selects the one statement that stores the referral. */
export const selectInsert = (plan: Plan): Plan =>
  plan.flat().filter(({ text }) => text.startsWith('insert into "referral" '));
