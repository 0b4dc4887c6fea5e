import { and, eq, isNull, sql } from 'drizzle-orm';
import { can, rolesWith } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { account, account_site, site } from '../../db/schema';
import { isAnyOf } from '../../db/statements/parameters';
import { DISK_FULL, sqlState } from '../../db/sqlState';
import { readClock } from '../../db/statements/storedTimes';

/** Whether the account still has its generated password. */
export async function hasGeneratedPassword(db: Database, accountId: string): Promise<boolean> {
  const where = and(eq(account.id, accountId), eq(account.password_generated, true));
  return (await db.$count(account, where)) > 0;
}

/**
 * Whether an active account sees the referrals of a site because it has it, and nobody has decided whether that site belongs to
 * the program.
 */
export async function hasUndecidedSites(db: Database): Promise<boolean> {
  const rows = await db
    .select({ id: site.id })
    .from(site)
    .innerJoin(account_site, eq(account_site.site_id, site.id))
    .innerJoin(account, eq(account.id, account_site.account_id))
    .where(
      and(
        isNull(site.deleted_at),
        isNull(site.mark),
        eq(account.state, 'active'),
        isAnyOf(account.role, BY_SITES),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** The roles that see the referrals of their sites. */
const BY_SITES = rolesWith('referral.list').filter((role) => !can(role, 'referral.listAll'));

/** Returns how many seconds the database's clock is ahead of this machine's; negative if it is behind. */
export async function secondsAhead(db: Database): Promise<number> {
  const startedAt = Date.now();
  const now = await readClock(db);
  return now - (startedAt + Date.now()) / 2 / 1_000;
}

/**
 * Whether a PostgreSQL server's disk has room for one megabyte; a few bytes would fit into an existing page. The rows are
 * dropped with the transaction.
 */
export async function canStore(db: Database): Promise<boolean> {
  try {
    await db.transaction((tx) =>
      tx.execute(sql`create temporary table room_check on commit drop as
        select repeat('x', 1000) as filler from generate_series(1, 1000)`),
    );
    return true;
  } catch (error) {
    if (sqlState(error) === DISK_FULL) return false;
    throw error;
  }
}
