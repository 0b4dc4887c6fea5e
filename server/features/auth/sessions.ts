/** Sessions: their storage, rotation and revocation. */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { account, password_reset, session } from '../../db/schema';
import { executePrepared } from '../../db/statements/preparedStatement';
import { isAhead, isWithinLast } from '../../db/statements/storedTimes';
import { isAlive, isWithinLifetime } from '../access';

/** Seconds after a refresh in which the previous refresh token still yields the same successor, because two tabs may race. */
const REFRESH_GRACE = 30;

/**
 * Stores a session if the account is still active and meets a condition: it may have changed since it was checked. Call it in a
 * transaction, which locks the account against changes.
 * @returns the session's id; null if none was stored
 */
export async function insertSession(
  db: Database,
  { accountId, remember }: { accountId: string; remember: boolean },
  condition: SQL,
): Promise<string | null> {
  await correctRevocations(db, accountId);
  const id = randomUUID();
  const statement = sql`
    insert into ${session} (id, account_id, remember)
    select ${id}::text, ${account.id}, ${remember}::boolean
    from ${account}
    where ${and(eq(account.id, accountId), eq(account.state, sql`'active'`), condition)}
    for share
    returning ${session.id}`;
  return (await executePrepared(db, statement)).length === 1 ? id : null;
}

/**
 * Finds the account of a session that is invalid only because the account is no longer active: neither logged out nor expired.
 * @param counter the number of the refresh token; only the session's latest token counts
 * @returns the account's id, or null
 */
export async function findUnapprovedOwner(
  db: Database,
  sessionId: string,
  counter: number,
): Promise<string | null> {
  const rows = await db
    .select({ accountId: account.id })
    .from(session)
    .innerJoin(account, eq(account.id, session.account_id))
    .where(
      and(
        eq(session.id, sessionId),
        eq(session.counter, counter),
        isNull(session.revoked_at),
        ne(account.state, 'active'),
        isWithinLifetime,
      ),
    );
  return rows[0]?.accountId ?? null;
}

/**
 * Creates a session in place of one that was just revoked with all others of the account. Its `created_at` equals
 * `sessions_valid_from`, so that it is valid. Call it in the transaction of the revocation.
 * @param values.previous id of the session whose 'Remember Me' choice is copied
 */
export async function createReplacementSession(
  db: Database,
  values: { id: string; accountId: string; previous: string },
): Promise<void> {
  await db.insert(session).values({
    id: values.id,
    account_id: values.accountId,
    remember: sql`(select ${session.remember} from ${session} where ${session.id} = ${values.previous})`,
    created_at: sql`(select ${account.sessions_valid_from} from ${account} where ${account.id} = ${values.accountId})`,
  });
}

/**
 * Replaces refresh token number `counter` by the next one, if it is the current one.
 * @returns whether it was the current one
 */
export async function rotateSession(
  db: Database,
  sessionId: string,
  counter: number,
): Promise<boolean> {
  const rows = await db
    .update(session)
    .set({ counter: sql`${session.counter} + 1`, rotated_at: sql`now()` })
    .where(and(eq(session.id, sessionId), eq(session.counter, counter), isNull(session.revoked_at)))
    .returning({ id: session.id });
  return rows.length === 1;
}

/** Whether token number `counter` was rotated within REFRESH_GRACE, so that presenting it again is a race, not a theft. */
export async function wasJustRotated(
  db: Database,
  sessionId: string,
  counter: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.id, sessionId),
        eq(session.counter, counter + 1),
        isNull(session.revoked_at),
        isWithinLast(REFRESH_GRACE, session.rotated_at),
      ),
    );
  return rows.length === 1;
}

export async function revokeSession(db: Database, sessionId: string): Promise<void> {
  await db
    .update(session)
    .set({ revoked_at: sql`now()` })
    .where(and(eq(session.id, sessionId), isNull(session.revoked_at)));
}

/**
 * Revokes a valid session when its token number `counter` is reused after rotation, which means that the token was copied.
 * @returns whether this call revoked it; false if the session was no longer valid, for example after logout
 */
export async function revokeStolenSession(
  db: Database,
  sessionId: string,
  counter: number,
): Promise<boolean> {
  const rows = await db
    .update(session)
    .set({ revoked_at: sql`now()` })
    .from(account)
    .where(
      and(
        eq(session.id, sessionId),
        eq(account.id, session.account_id),
        gt(session.counter, counter),
        isAlive,
      ),
    )
    .returning({ id: session.id });
  return rows.length === 1;
}

/**
 * Moves revocations that were stored while the clock was ahead to the present, so that what begins now is valid. The sessions
 * and links from before them stay revoked, each in its own row.
 * @param accountId the account; all by default, except those that another transaction has locked
 */
export async function correctRevocations(db: Database, accountId?: string): Promise<void> {
  const isEarlier = (time: SQL) => sql`account_id = ahead.id and ${time} < ahead.valid_from`;
  const ahead = sql`
    select ${account.id}, ${account.sessions_valid_from} as valid_from from ${account}
    where ${and(
      accountId === undefined ? undefined : eq(account.id, accountId),
      // Not now(): a revocation that has committed since the transaction began is not ahead.
      gt(account.sessions_valid_from, sql`clock_timestamp()`),
    )}
    for update ${accountId === undefined ? sql`skip locked` : sql``}`;
  await db.execute(sql`
    with ahead as materialized (${ahead}),
    sessions as (
      update ${session} set revoked_at = now() from ahead
      where ${isEarlier(sql`created_at`)} and ${isNull(session.revoked_at)}),
    links as (
      update ${password_reset} set ended_at = now() from ahead
      where ${isEarlier(sql`created_at`)} and ${isNull(password_reset.ended_at)})
    update ${account} set sessions_valid_from = now() from ahead where ${account.id} = ahead.id`);
}

/** Ends the sessions that began, or were last refreshed, while the clock was ahead. */
export async function endSessionsAhead(db: Database): Promise<void> {
  await db
    .update(session)
    .set({ revoked_at: sql`now()` })
    .where(
      and(isNull(session.revoked_at), or(isAhead(session.created_at), isAhead(session.rotated_at))),
    );
}
