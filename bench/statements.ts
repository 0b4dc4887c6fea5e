/** Which statements a call sends, and what it takes to send them again as if the call were made anew. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'drizzle-orm';
import type { OpenDatabase } from '../server/db/openDatabase';
import { newTrackingId } from '../server/features/referrals/rules';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What is sent together: in one transaction, or each on its own. */
export interface Part {
  readonly isTransaction: boolean;
  readonly statements: readonly Statement[];
}
export type Plan = readonly Part[];

interface Notes {
  parts: { isTransaction: boolean; statements: Statement[] }[];
  isInside: boolean;
}

/** The two that begin and end a transaction: one engine's driver sends them unseen, so the part stands for them. */
const BRACKET = /^(begin|commit)\b/;

/** Give it to a database as its logger: it keeps what is sent for one call, and hears nothing of the background. */
export class StatementNotes implements Logger {
  readonly #running = new AsyncLocalStorage<Notes>();

  logQuery(text: string, values: unknown[]): void {
    const notes = this.#running.getStore();
    if (!notes || BRACKET.test(text)) return;
    const last = notes.parts.at(-1);
    if (!last || last.isTransaction !== notes.isInside) {
      notes.parts.push({ isTransaction: notes.isInside, statements: [] });
    }
    notes.parts.at(-1)?.statements.push({ text, values });
  }

  /** The database, such that its transactions are noted, too. */
  noting(opened: OpenDatabase): OpenDatabase {
    const { db } = opened;
    const transaction: typeof db.transaction = async (work, config) => {
      const notes = this.#running.getStore();
      if (!notes) return db.transaction(work, config);
      notes.parts.push({ isTransaction: true, statements: [] });
      notes.isInside = true;
      try {
        return await db.transaction(work, config);
      } finally {
        notes.isInside = false;
      }
    };
    const noted = new Proxy(db, {
      get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)),
    });
    return { ...opened, db: noted };
  }

  async during<T>(work: () => Promise<T>): Promise<{ result: T; plan: Plan }> {
    const notes: Notes = { parts: [], isInside: false };
    const result = await this.#running.run(notes, work);
    return { result, plan: notes.parts };
  }
}

const textsOf = (plan: Plan) => plan.flatMap((part) => part.statements.map(({ text }) => text));
const valuesOf = (plan: Plan) => plan.flatMap((part) => part.statements.map((one) => one.values));

/** Whether two calls sent the same statements, values aside. */
export const isAlike = (one: Plan, other: Plan): boolean =>
  JSON.stringify(textsOf(one)) === JSON.stringify(textsOf(other));

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
 */
export function renewing(first: Plan, second: Plan): () => Plan {
  const others = valuesOf(second);
  const fresh = new Map<string, () => string>();
  for (const [place, values] of valuesOf(first).entries()) {
    for (const [index, value] of values.entries()) {
      if (typeof value !== 'string' || value === others[place]?.[index]) continue;
      const kind = KINDS.find(([pattern]) => pattern.test(value));
      if (kind) fresh.set(value, kind[1]);
    }
  }
  if (fresh.size === 0) return () => first;
  return () => {
    const renewed = [...fresh].map(([value, make]) => [value, make()] as const);
    const renew = (value: unknown): unknown =>
      typeof value === 'string'
        ? renewed.reduce((text, [old, young]) => text.replaceAll(old, young), value)
        : value;
    return first.map((part) => ({
      ...part,
      statements: part.statements.map((one) => ({ ...one, values: one.values.map(renew) })),
    }));
  };
}

/** What a call reads, and nothing else: no transaction, no entry in the audit trail. */
export const readingOf = (plan: Plan): Plan => [
  {
    isTransaction: false,
    statements: plan
      .flatMap((part) => part.statements)
      .filter(({ text }) => /^\s*(select|with found)\b/i.test(text)),
  },
];

/** The one statement that stores the referral. */
export const insertingOf = (plan: Plan): Plan => [
  {
    isTransaction: false,
    statements: plan
      .flatMap((part) => part.statements)
      .filter(({ text }) => text.startsWith('insert into "referral" ')),
  },
];
