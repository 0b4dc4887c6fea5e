import { and, asc, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { PAGE_SIZE } from '../../../contract/staffConstants';
import type { Account, Manager } from '../../../contract/entities/account';
import { typedWords } from '../../../contract/textMatching';
import { rolesWith } from '../../../contract/permissions';
import { OFFERED_REFERRERS } from '../../../contract/roles';
import type { Database } from '../../db/database';
import {
  account,
  account_site,
  isEmailConfirmed,
  referral,
  REVOKE_SESSIONS_NOW,
  site,
} from '../../db/schema';
import { hasVersion, notFoundOrStale } from '../../http/optimisticLocking';
import type { Settings } from '../../settings/settings';
import { type Caller, withEmailsFor } from '../access';
import { getEmailProof } from '../auth';
import { toAccount } from './rules';
import { replaceSites } from './accountSites';
import { hasWords, searchKeyOf, sortKeyOf } from '../../db/textKeys';

/** Qualified by its table: drizzle omits the table in a single-table query, and the subquery would resolve its own `id`. */
const outerId = sql`${account}.${sql.identifier(account.id.name)}`;

/** The sites of an account as JSON, ordered by name. Includes deleted sites. */
const schools = sql<{ id: string; name: string; isDeleted: boolean }[]>`(
  select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'isDeleted', s.deleted_at is not null)
    order by ${sortKeyOf(sql`s.name`)}), '[]'::json)
  from ${account_site} a join ${site} s on s.id = a.site_id where a.account_id = ${outerId})`;

const columns = {
  id: account.id,
  fullname: account.fullname,
  username: account.username,
  role: account.role,
  state: account.state,
  createdReferralsOnly: account.created_referrals_only,
  version: account.version,
  isConfirmed: isEmailConfirmed,
  schools,
};

async function page(
  db: Database,
  where: SQL | undefined,
  order: SQL[],
  { page: number, size }: { page: number; size: number },
) {
  const rows = await db
    .select(columns)
    .from(account)
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset((number - 1) * size);
  return { rows, total: await db.$count(account, where) };
}

/** By name, ignoring accents and case. */
const byName = [asc(sortKeyOf(sql`${account.fullname}`)), asc(account.id)];

type MailSettings = Pick<Settings, 'SMTP_URL'>;

/** Creates the accounts of the API from rows. */
const accountsOf =
  (settings: MailSettings) =>
  (row: Parameters<typeof toAccount>[0] & Parameters<typeof getEmailProof>[1]): Account =>
    toAccount(row, getEmailProof(settings, row));

/** Lists all accounts, ordered by name. */
export async function listAccounts(
  db: Database,
  settings: MailSettings,
  paging: { page: number; size: number },
) {
  const { rows, total } = await page(db, undefined, byName, paging);
  return { items: rows.map(accountsOf(settings)), total };
}

/** Finds an account in any state. */
export async function findAccount(
  db: Database,
  settings: MailSettings,
  id: string,
): Promise<Account | null> {
  const [row] = await db.select(columns).from(account).where(eq(account.id, id));
  return row ? accountsOf(settings)(row) : null;
}

/** Lists the accounts that wait for approval, oldest first. Excludes deactivated accounts. */
export async function listPending(
  db: Database,
  settings: MailSettings,
  paging: { page: number; size: number },
) {
  const where = eq(account.state, 'pending');
  const found = await page(db, where, [asc(account.created_at), asc(account.id)], paging);
  return { items: found.rows.map(accountsOf(settings)), total: found.total };
}

const nameAndEmail = searchKeyOf(sql`${account.fullname} || ' ' || ${account.username}`);

/** Finds up to 50 accounts whose name and email have each word of the text, in any order. */
export async function searchAccounts(
  db: Database,
  settings: MailSettings,
  text: string,
): Promise<Account[]> {
  const words = typedWords(text);
  if (words.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(account)
    .where(hasWords(nameAndEmail, words))
    .orderBy(...byName)
    .limit(PAGE_SIZE.accountSearch);
  return rows.map(accountsOf(settings));
}

/** Lists the active accounts that can be made the referrer, by name. */
export async function listManagers(db: Database, caller: Caller): Promise<Manager[]> {
  const managers = await db
    .select({ _id: account.id, fullname: account.fullname, username: account.username })
    .from(account)
    .where(and(inArray(account.role, [...OFFERED_REFERRERS]), eq(account.state, 'active')))
    .orderBy(...byName);
  return withEmailsFor(caller, managers);
}

const versionBump = { version: sql`${account.version} + 1`, updated_at: sql`now()` };

/** Finds an account and locks it until the transaction ends. */
export async function lockAccount(db: Database, id: string) {
  const rows = await db
    .select({
      accountId: account.id,
      username: account.username,
      role: account.role,
      state: account.state,
      language: account.language,
      isConfirmed: isEmailConfirmed,
      version: account.version,
      hasPassword: sql<boolean>`${account.password_hash} is not null`,
    })
    .from(account)
    .where(eq(account.id, id))
    .for('update');
  return rows[0] ?? null;
}

/**
 * Whether an account belongs to a deleted referral. Call it with the account locked: the deletion of a referral locks the
 * account last, so it is either visible here or deactivates the account afterwards.
 */
export async function isReferralDeleted(db: Database, accountId: string): Promise<boolean> {
  const found = await db
    .select({ id: referral.id })
    .from(account)
    .innerJoin(referral, eq(referral.id, account.referral_id))
    .where(and(eq(account.id, accountId), isNotNull(referral.deleted_at)));
  return found.length > 0;
}

/**
 * Updates only the given fields.
 * @param version the expected version; any if omitted
 * @throws NotFoundError when the account does not exist
 * @throws StaleError when it has another version
 */
export async function updateAccount(
  db: Database,
  id: string,
  change: { fullname?: string; created_referrals_only?: boolean; siteIds?: readonly string[] },
  version?: number,
): Promise<void> {
  const { siteIds, ...columnsChanged } = change;
  const rows = await db
    .update(account)
    .set({ ...columnsChanged, ...versionBump })
    .where(and(eq(account.id, id), hasVersion(account.version, version)))
    .returning({ id: account.id });
  if (rows.length === 0) throw await notFoundOrStale(db, account, eq(account.id, id));
  if (siteIds) await replaceSites(db, id, siteIds);
}

/** Activates an account. Revoked sessions stay revoked. */
export async function activate(db: Database, id: string): Promise<void> {
  await db
    .update(account)
    .set({ state: 'active', ...versionBump })
    .where(and(eq(account.id, id), ne(account.state, 'active')));
}

/** Removes the password of an account. Login fails until the person sets a new one by a mailed link. */
export async function discardPassword(db: Database, id: string): Promise<void> {
  await db
    .update(account)
    .set({ password_hash: null, updated_at: sql`now()` })
    .where(eq(account.id, id));
}

/** Deactivates an account and revokes its sessions. Older reset links become invalid, too. */
export async function deactivate(db: Database, id: string): Promise<void> {
  await db
    .update(account)
    .set({ state: 'deactivated', sessions_valid_from: REVOKE_SESSIONS_NOW, ...versionBump })
    .where(and(eq(account.id, id), ne(account.state, 'deactivated')));
}

/**
 * Locks the active accounts that can reactivate others until the transaction ends, so that concurrent deactivations run one
 * after the other. The lock does not block rows that refer to these accounts: such a change refers to several, in any order.
 * @returns their ids
 */
export async function lockSuperusers(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.role, rolesWith('account.reactivate')), eq(account.state, 'active')))
    .orderBy(asc(account.id))
    .for('no key update');
  return rows.map((row) => row.id);
}
