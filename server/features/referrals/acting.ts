/** Which referrals a caller may work on, among those they see. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { can, rolesWith } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { isAnyOf } from '../../db/statements/parameters';
import { account, referral, site } from '../../db/schema';
import { ForbiddenError } from '../../http/errors';
import type { Caller } from '../access';
import { isLive, isOwn } from './visibility';

/**
 * Condition on a referral that the caller sees: the caller may save attempts, dates and notes. Undefined if they may at every
 * site; others may at the sites that a super user has marked as the provider's own.
 */
export const mayActOn = (caller: Caller): SQL | undefined =>
  can(caller.role, 'referral.actAnywhere')
    ? undefined
    : sql`${referral.site_id} in (select ${site.id} from ${site} where ${eq(site.mark, 'ours')})`;

/** Condition on an account: its role may set days to call back, at the sites that are marked only. */
export const isManager = sql`${account.role} = any(${sql.raw(
  `'{${rolesWith('referral.followUp')
    .filter((role) => !can(role, 'referral.actAnywhere'))
    .join(',')}}'`,
)})`;

/**
 * Whether the caller may work on any referral: at every site, or at one that is marked as the provider's own, if it is among
 * their sites or they filed or are the referrer of a referral there.
 */
export async function mayActAnywhere(db: Database, caller: Caller): Promise<boolean> {
  if (can(caller.role, 'referral.actAnywhere')) return true;
  if (!caller.isInside) return false;
  const isTheirs = or(
    isAnyOf(site.id, caller.siteIds),
    sql`exists (select 1 from ${referral} where ${referral.site_id} = ${site.id} and ${isLive} and ${isOwn(caller.accountId)})`,
  );
  const found = await db
    .select({ id: site.id })
    .from(site)
    .where(and(eq(site.mark, 'ours'), isTheirs))
    .limit(1);
  return found.length > 0;
}

/**
 * Requires that the caller may work on all of these referrals, which they see.
 * @throws ForbiddenError if the site of one is not marked as the provider's own
 */
export async function requireActing(
  db: Database,
  caller: Caller,
  ids: readonly string[],
): Promise<void> {
  const condition = mayActOn(caller);
  if (!condition) return;
  const found = await db.$count(referral, sql`${isAnyOf(referral.id, ids)} and not (${condition})`);
  if (found > 0) throw new ForbiddenError();
}
