/** Tokens of mailed links that set a password. */
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { account, account_site, password_reset, type RESET_PURPOSES, site } from '../../db/schema';
import { isAhead, isWithinLast, secondsAgo } from '../../db/statements/storedTimes';
import { LINK_LIFE } from '../mail';
import { correctRevocations } from './sessions';

/**
 * Maximum number of emails with a link of one purpose, per account and hour: requested from one network, and in total. The
 * limit per network keeps a stranger from using up the owner's total.
 */
export const LINK_EMAILS_PER_HOUR = { ofNetwork: 3, inAll: 10 } as const;

export type LinkPurpose = (typeof RESET_PURPOSES)[number];

/**
 * Whether one more link of a purpose may be mailed to an account within this hour (`LINK_EMAILS_PER_HOUR`).
 * @param networkKey the key of the network that requests it
 */
export async function mayMailLink(
  db: Database,
  accountId: string,
  purpose: LinkPurpose,
  networkKey: string,
): Promise<boolean> {
  const [recent] = await db
    .select({
      ofNetwork: sql<number>`(count(*) filter (where ${eq(password_reset.network_key, networkKey)}))::int`,
      inAll: sql<number>`count(*)::int`,
    })
    .from(password_reset)
    .where(
      and(
        eq(password_reset.account_id, accountId),
        eq(password_reset.purpose, purpose),
        gt(password_reset.created_at, secondsAgo(60 * 60)),
      ),
    );
  const { ofNetwork = 0, inAll = 0 } = recent ?? {};
  return ofNetwork < LINK_EMAILS_PER_HOUR.ofNetwork && inAll < LINK_EMAILS_PER_HOUR.inAll;
}

interface NewResetToken {
  readonly accountId: string;
  readonly tokenHash: string;
  readonly purpose: LinkPurpose;
  /** The key of the network that requested the link; omitted if no visitor requested it. */
  readonly networkKey?: string;
  /** The details that replace the account's once its email is confirmed; omitted if the account keeps its own. */
  readonly registered?: RegistrationDetails;
}

/** The details of the account that a registration contains. */
export interface RegistrationDetails {
  readonly fullname: string;
  readonly siteIds: readonly string[];
}

/** Stores a token that sets a password. Stores nothing if the account does not exist. */
export async function insertResetToken(
  db: Database,
  { accountId, tokenHash, purpose, networkKey, registered }: NewResetToken,
): Promise<void> {
  await correctRevocations(db, accountId);
  const siteIds = registered && sql.param([...registered.siteIds]);
  await db.insert(password_reset).select(
    db
      .select({
        token_hash: sql<string>`${tokenHash}`.as('token_hash'),
        account_id: account.id,
        purpose: sql<LinkPurpose>`${purpose}::text`.as('purpose'),
        network_key: sql<string | null>`${networkKey ?? null}::text`.as('network_key'),
        fullname: sql<string | null>`${registered?.fullname ?? null}::text`.as('fullname'),
        site_ids: sql<string[] | null>`${siteIds ?? null}::text[]`.as('site_ids'),
        // Not now(): the transaction may have started before a new password whose lock it waited for.
        created_at: sql<Date>`clock_timestamp()`.as('created_at'),
        ended_at: sql<null>`null::timestamptz`.as('ended_at'),
      })
      .from(account)
      .where(eq(account.id, accountId)),
  );
}

const isUsable = (tokenHash: string) =>
  and(
    eq(password_reset.token_hash, tokenHash),
    isNull(password_reset.ended_at),
    sql`case when ${password_reset.purpose} = 'reset' then ${isWithinLast(LINK_LIFE.reset, password_reset.created_at)}
      else ${isWithinLast(LINK_LIFE.confirm, password_reset.created_at)} end`,
  );

/**
 * Finds the account of a usable token, or null. The account must be pending for a link that confirms its email, and active for
 * any other. A token from before the account's last session revocation is invalid. Does not consume the token.
 */
export async function findResetToken(db: Database, tokenHash: string) {
  const rows = await db
    .select({
      accountId: account.id,
      username: account.username,
      fullname: account.fullname,
      language: account.language,
      state: account.state,
      purpose: password_reset.purpose,
      fullnameRegistered: password_reset.fullname,
      siteIdsRegistered: password_reset.site_ids,
    })
    .from(password_reset)
    .innerJoin(account, eq(account.id, password_reset.account_id))
    .where(
      and(
        isUsable(tokenHash),
        sql`${account.state} = case when ${password_reset.purpose} = 'confirmEmail' then 'pending' else 'active' end`,
        sql`${password_reset.created_at} >= ${account.sessions_valid_from}`,
      ),
    );
  const [row] = rows;
  if (!row) return null;
  const { fullnameRegistered: fullname, siteIdsRegistered: siteIds, ...found } = row;
  const registered: RegistrationDetails | null =
    fullname !== null && siteIds ? { fullname, siteIds } : null;
  return { ...found, registered };
}

/** Finds the account id of a token, even if the token is expired or revoked; null for an unknown token. */
export async function findLinkOwner(db: Database, tokenHash: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: password_reset.account_id })
    .from(password_reset)
    .where(eq(password_reset.token_hash, tokenHash));
  return row?.accountId ?? null;
}

/** Consumes a reset token. Returns whether it was still usable: of two concurrent calls, one returns true. */
export async function consumeResetToken(db: Database, tokenHash: string): Promise<boolean> {
  const rows = await db
    .update(password_reset)
    .set({ ended_at: sql`now()` })
    .where(isUsable(tokenHash))
    .returning({ id: password_reset.account_id });
  return rows.length === 1;
}

/**
 * Revokes the links of an account that set a password: after a newer link, a new password or a deactivation.
 * @param purpose revokes only links of this purpose; all by default
 */
export async function revokeResetTokens(
  db: Database,
  accountId: string,
  purpose?: LinkPurpose,
): Promise<void> {
  await db
    .update(password_reset)
    .set({ ended_at: sql`now()` })
    .where(
      and(
        eq(password_reset.account_id, accountId),
        purpose && eq(password_reset.purpose, purpose),
        isNull(password_reset.ended_at),
      ),
    );
}

/** Marks the email as confirmed, because the password was set by a mailed link. */
export async function setEmailConfirmed(db: Database, accountId: string): Promise<void> {
  await db
    .update(account)
    .set({ email_confirmed_at: sql`now()` })
    .where(and(eq(account.id, accountId), isNull(account.email_confirmed_at)));
}

/** Replaces the name and the sites of an account by those of the registration that was confirmed. */
export async function applyRegistration(
  db: Database,
  accountId: string,
  { fullname, siteIds }: RegistrationDetails,
): Promise<void> {
  await db
    .update(account)
    .set({ fullname, version: sql`${account.version} + 1` })
    .where(eq(account.id, accountId));
  await db.delete(account_site).where(eq(account_site.account_id, accountId));
  if (siteIds.length === 0) return;
  await db.insert(account_site).select(
    db
      .select({ account_id: sql<string>`${accountId}`.as('account_id'), site_id: site.id })
      .from(site)
      .where(inArray(site.id, [...siteIds])),
  );
}

/**
 * Ends the links that were mailed while the clock was ahead. From now on, they count towards `LINK_EMAILS_PER_HOUR` for an
 * hour.
 */
export async function endLinksAhead(db: Database): Promise<void> {
  await db
    .update(password_reset)
    .set({ created_at: sql`now()`, ended_at: sql`coalesce(${password_reset.ended_at}, now())` })
    .where(isAhead(password_reset.created_at));
}
