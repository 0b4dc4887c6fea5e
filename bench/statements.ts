/** Which statements a call sends, and what it takes to send them again as if the call were made anew. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../server/db/openDatabase';
import { newTrackingId } from '../server/features/referrals/rules';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** In order: statements on their own, and lists of those that are sent in one transaction. */
export type Plan = readonly (Statement | readonly Statement[])[];

interface Notes {
  readonly plan: (Statement | Statement[])[];
  /** The transaction that is under way. */
  inside?: Statement[];
}

/** The two that begin and end a transaction: one engine's driver sends them unseen, so the list stands for them. */
const BRACKET = /^(begin|commit)\b/;

/** Takes down what is sent for one call, and nothing of the background. */
export function createNotes() {
  const running = new AsyncLocalStorage<Notes>();
  return {
    /** For the database that is to be watched. */
    logger: {
      logQuery(text: string, values: unknown[]) {
        const notes = running.getStore();
        if (!BRACKET.test(text)) (notes?.inside ?? notes?.plan)?.push({ text, values });
      },
    },
    watchTransactions(db: Database) {
      const transaction = db.transaction.bind(db);
      db.transaction = async (work, config) => {
        const notes = running.getStore();
        if (!notes) return transaction(work, config);
        notes.plan.push((notes.inside = []));
        return transaction(work, config).finally(() => delete notes.inside);
      };
    },
    async planOf(call: () => Promise<unknown>): Promise<Plan> {
      const notes: Notes = { plan: [] };
      await running.run(notes, call);
      return notes.plan;
    },
  };
}

/** Values that are new with each call, by what they look like. */
const KINDS: readonly [RegExp, () => string][] = [
  [/^[0-9a-f]{8}-[0-9a-f-]{27}$/, randomUUID],
  [/^R-\w{4}-\w{4}$/, newTrackingId],
  // A keyed hash, as limits have it.
  [/^[\w-]{43}$/, () => randomBytes(32).toString('base64url')],
];

/**
 * How to send a plan again and again: what was different between two calls is different each time, everything else stays.
 * @returns makes the plan of one more call
 * @throws Error when the calls sent other statements
 */
export function renewing(first: Plan, second: Plan): () => Plan {
  const [statements, others] = [first.flat(), second.flat()];
  const textsOf = (list: readonly Statement[]) => list.map(({ text }) => text);
  if (!isDeepStrictEqual(textsOf(statements), textsOf(others))) {
    throw new Error('Other statements are sent each time');
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
        ? renewed.reduce((text, [old, young]) => text.replaceAll(old, young), value)
        : value;
    const again = ({ text, values }: Statement) => ({ text, values: values.map(renew) });
    return first.map((part) => ('text' in part ? again(part) : part.map(again)));
  };
}

/** What a call reads, without the transaction and the entry in the audit trail. */
export const readingOf = (plan: Plan): Plan =>
  plan.flat().filter(({ text }) => /^\s*(select|with found)\b/i.test(text));

/** The one statement that stores the referral. */
export const insertingOf = (plan: Plan): Plan =>
  plan.flat().filter(({ text }) => text.startsWith('insert into "referral" '));
