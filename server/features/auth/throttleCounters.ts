/**
 * Storage of the login throttles: one row per email and source (device, account or widest network), and one total row per
 * email. The row of a network contains the counts of the narrower networks in it, so that these need no further rows.
 */
import { eq, gt, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database';
import { prepareStatement } from '../../db/statements/preparedStatement';
import { endWithin, secondsFromNow } from '../../db/statements/storedTimes';
import { login_throttle, type SourceFailures } from '../../db/schema';
import { MAX_SECONDS, NO_FAILURES, type Throttle, type Throttles } from './loginThrottle';

/** The HMAC of a source, and the number of failures from which on it is delayed. */
export interface SourceKey {
  readonly key: string;
  readonly delayFrom: number;
}

/** HMACs of the email and of its source. */
export interface ThrottleKeys {
  readonly email: string;
  /** The device, the account, or the widest network. */
  readonly source: SourceKey;
  /** The narrower networks in it. */
  readonly narrower: readonly SourceKey[];
  /** Whether the source is known. A known one is not counted in the total row, and the total row does not apply to it. */
  readonly isKnown: boolean;
}

/** `address_key` of the total row. */
const ANY_SOURCE = '';

const seconds = (column: AnyPgColumn) => sql`extract(epoch from ${column})::float8`;
const moment = (value: SQL) => sql`to_timestamp(${value})`;

/**
 * Creates missing rows, so that an unknown email causes as many writes as a known one. The time is clock_timestamp(), because
 * now() is the transaction's start, which may be long before the lock was granted.
 */
const upsertLocked = prepareStatement(
  () => sql`
    insert into ${login_throttle} (email_key, address_key, expires_at)
    select ${sql.placeholder('email')}::text, source, now()
    from unnest(${sql.placeholder('sources')}::text[]) with ordinality as listed (source, ordinal)
    order by ordinal
    on conflict (email_key, address_key) do update set expires_at = ${login_throttle.expires_at}
    returning ${login_throttle.failures}, ${login_throttle.consecutive}, ${login_throttle.narrower},
      ${seconds(login_throttle.window_ends_at)} as "windowEndsAt",
      ${seconds(login_throttle.delayed_until)} as "delayedUntil",
      ${seconds(login_throttle.expires_at)} as "expiresAt",
      extract(epoch from clock_timestamp())::float8 as now`,
);

const updateRows = prepareStatement(
  () => sql`
    update ${login_throttle} set
      failures = changed.failures,
      consecutive = changed.consecutive,
      narrower = changed.narrower,
      window_ends_at = ${moment(sql`changed."windowEndsAt"`)},
      delayed_until = ${moment(sql`changed."delayedUntil"`)},
      expires_at = ${moment(sql`changed."expiresAt"`)}
    from json_to_recordset(${sql.placeholder('changed')}::json) as changed (source text, failures integer, consecutive integer, narrower jsonb,
      "windowEndsAt" float8, "delayedUntil" float8, "expiresAt" float8)
    where email_key = ${sql.placeholder('email')}::text and address_key = changed.source`,
);

type StoredFailures = Readonly<Record<string, SourceFailures>>;
type LockedThrottle = Omit<Throttle, 'delayFrom'> & {
  readonly narrower: StoredFailures;
  readonly now: number;
};

/** Locks the rows of an email in the order of the sources, and returns their current values in that order. */
const lockRows = async (db: Database, email: string, sources: readonly string[]) =>
  (await upsertLocked(db, { email, sources })) as LockedThrottle[];

/**
 * Updates the row of the source and the total row. Call it in a transaction: the row locks serialize attempts on the same email
 * until it ends.
 * @returns the result of `change`
 */
export async function updateThrottles<Changed extends Required<Throttles>>(
  db: Database,
  { email, source, narrower, isKnown }: ThrottleKeys,
  change: (throttles: Throttles, now: number) => Changed,
): Promise<Changed> {
  // Lock the email's total row first, always in this order, to avoid deadlock.
  const [perEmail, perSource] = await lockRows(db, email, [ANY_SOURCE, source.key]);
  if (!perEmail || !perSource)
    throw new Error('The upsert of login_throttle rows returned too few');
  const stored = perSource.narrower;
  const throttles: Throttles = {
    perEmail: isKnown ? null : { ...NO_FAILURES, ...perEmail },
    perSource: { ...perSource, delayFrom: source.delayFrom },
    narrower: narrower.map(({ key, delayFrom }) => ({
      ...NO_FAILURES,
      ...stored[key],
      delayFrom,
    })),
  };
  const changed = change(throttles, perSource.now);
  const failures = mergeFailures(stored, narrower, changed.narrower, perSource.now);
  const windowEnds = Object.values(failures).map(({ windowEndsAt }) => windowEndsAt ?? 0);
  const { expiresAt } = changed.perSource;
  const rows = [
    ...(changed.perEmail ? [{ source: ANY_SOURCE, narrower: {}, ...changed.perEmail }] : []),
    {
      ...changed.perSource,
      source: source.key,
      narrower: failures,
      expiresAt: expiresAt === null ? null : Math.max(expiresAt, ...windowEnds),
    },
  ];
  await updateRows(db, { email, changed: JSON.stringify(rows) });
  return changed;
}

/**
 * Merges the failures of narrower networks to store: the client's changed ones, and those of other networks in their windows.
 */
function mergeFailures(
  stored: StoredFailures,
  keys: readonly SourceKey[],
  throttles: readonly Throttle[],
  now: number,
): StoredFailures {
  const changed = keys.map(({ key }, index): [string, SourceFailures] => {
    const { failures, windowEndsAt, delayedUntil } = throttles[index] ?? NO_FAILURES;
    return [key, { failures, windowEndsAt, delayedUntil }];
  });
  const all = Object.entries({ ...stored, ...Object.fromEntries(changed) });
  return Object.fromEntries(
    all.filter(([, { failures, windowEndsAt }]) => failures > 0 && (windowEndsAt ?? 0) > now),
  );
}

/** Clears all failures of an email, and with them its delays and lockouts. */
export async function clearThrottles(db: Database, email: string): Promise<void> {
  // The lock on the total row guards every row of the email.
  await lockRows(db, email, [ANY_SOURCE]);
  await db
    .update(login_throttle)
    .set({
      failures: 0,
      window_ends_at: null,
      delayed_until: null,
      narrower: {},
      consecutive: 0,
      expires_at: sql`coalesce(${login_throttle.expires_at}, now())`,
    })
    .where(eq(login_throttle.email_key, email));
}

/**
 * Caps the delays, windows and lifetimes that were stored while the clock was ahead. `registerAttempt` caps a delay further, by
 * its number of failures.
 */
export async function shortenThrottles(db: Database): Promise<void> {
  const { window_ends_at, delayed_until, expires_at, narrower, email_key, address_key } =
    login_throttle;
  const shorten = (field: string, longest: number) => {
    const end = sql`(failures ->> ${field}::text)::float8`;
    const latest = sql`extract(epoch from now())::float8 + ${longest}::integer`;
    return sql`${field}::text, ${end} - greatest(${end} - (${latest}), 0)`;
  };
  const found = db
    .select({ ctid: sql`ctid` })
    .from(login_throttle)
    .where(
      or(
        gt(window_ends_at, secondsFromNow(MAX_SECONDS.window)),
        gt(expires_at, secondsFromNow(MAX_SECONDS.row)),
        sql`exists (select 1 from jsonb_each(${narrower}) as source (key, failures)
          where (failures ->> 'windowEndsAt')::float8 > extract(epoch from now()) + ${MAX_SECONDS.window}::integer)`,
      ),
    )
    .orderBy(email_key, address_key)
    .for('update', { skipLocked: true });
  await db
    .update(login_throttle)
    .set({
      window_ends_at: endWithin(window_ends_at, MAX_SECONDS.window),
      delayed_until: endWithin(
        delayed_until,
        sql`case when ${eq(address_key, ANY_SOURCE)} then ${MAX_SECONDS.emailDelay}::integer else ${MAX_SECONDS.sourceDelay}::integer end`,
      ),
      expires_at: endWithin(expires_at, MAX_SECONDS.row),
      narrower: sql`(select coalesce(jsonb_object_agg(key, failures || jsonb_build_object(
          ${shorten('windowEndsAt', MAX_SECONDS.window)}, ${shorten('delayedUntil', MAX_SECONDS.sourceDelay)})), '{}')
        from jsonb_each(${narrower}) as source (key, failures))`,
    })
    .where(inArray(sql`ctid`, found));
}

/** Deletes expired rows. Leaves locked rows to the next run: waiting for them in arbitrary order could deadlock. */
export async function deleteExpiredThrottles(db: Database): Promise<void> {
  const old = db
    .select({ ctid: sql`ctid` })
    .from(login_throttle)
    .where(lte(login_throttle.expires_at, sql`now()`))
    .for('update', { skipLocked: true });
  await db.delete(login_throttle).where(inArray(sql`ctid`, old));
}
