/** How sessions go on and end. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/openDatabase';
import { account, session } from '../../db/schema';
import { REFRESH_GRACE, SESSION_LIFE } from './lifetimes';

export const secondsAgo = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;

/** Neither revoked, nor past its limits, nor of an account that was shut out since it began. */
export const isAlive = and(
  isNull(session.revoked_at),
  eq(account.state, 'active'),
  sql`${session.created_at} >= ${account.sessions_valid_from}`,
  sql`case when ${session.remember}
    then ${session.created_at} > ${secondsAgo(SESSION_LIFE.remembered.absolute)}
     and ${session.rotated_at} > ${secondsAgo(SESSION_LIFE.remembered.idle)}
    else ${session.created_at} > ${secondsAgo(SESSION_LIFE.plain.absolute)}
     and ${session.rotated_at} > ${secondsAgo(SESSION_LIFE.plain.idle)} end`,
);

/**
 * Begins a session in the place of another one, whose account has just ended all it had: as old as that end, so that it
 * lives. Call it in that transaction.
 * @param begun.previous whose 'Remember Me' it takes over
 */
export async function beginSessionAfter(
  db: Database,
  begun: { id: string; accountId: string; previous: string },
): Promise<void> {
  await db.insert(session).values({
    id: begun.id,
    account_id: begun.accountId,
    remember: sql`(select ${session.remember} from ${session} where ${session.id} = ${begun.previous})`,
    created_at: sql`(select ${account.sessions_valid_from} from ${account} where ${account.id} = ${begun.accountId})`,
  });
}

/**
 * Exchanges the refresh token number `counter` for the next, if it is the current one.
 * @returns whether it was
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

/** Whether the token number `counter` was exchanged moments ago, so that presenting it again is a race, not a theft. */
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
        gt(session.rotated_at, secondsAgo(REFRESH_GRACE)),
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
 * Ends a session of which the token number `counter` was exchanged before, so that somebody has a copy.
 * @returns whether this ended it: not if it is over already, as after signing out, nor twice
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
