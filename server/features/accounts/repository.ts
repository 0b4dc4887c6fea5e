import { and, asc, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { PAGE_SIZE } from '../../../contract/constants';
import type { Account, Manager } from '../../../contract/entities/account';
import { rolesWith } from '../../../contract/permissions';
import { OFFERED_REFERRERS } from '../../../contract/roles';
import type { Database } from '../../db/openDatabase';
import {
  account,
  account_site,
  isEmailConfirmed,
  referral,
  searched,
  REVOKE_SESSIONS_NOW,
  site,
} from '../../db/schema';
import { hasVersion, notFoundOrStale } from '../../db/versions';
import type { Settings } from '../../settings';
import { emailProofOf } from '../auth/emailConfirmation';
import { toAccount } from './rules';
import { replaceSites } from './siteRepository';

/** Written out with its table: alone in a query, a column would be taken for one of the inner tables'. */
const outerId = sql`${account}.${sql.identifier(account.id.name)}`;

/** The sites of an account as JSON, by name; those deleted since are still the account's. */
const schools = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by lower(s.name)), '[]'::json)
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

/** All accounts, by name. */
export async function listAccounts(db: Database, paging: { page: number; size: number }) {
  const order = [asc(account.fullname), asc(account.id)];
  const { rows, total } = await page(db, undefined, order, paging);
  return { items: rows.map(toAccount), total };
}

/** Those that wait for approval, the longest first, with whether their mailbox is proved; not those once deactivated. */
export async function listPending(
  db: Database,
  settings: Pick<Settings, 'SMTP_URL'>,
  paging: { page: number; size: number },
) {
  const where = eq(account.state, 'pending');
  const found = await page(db, where, [asc(account.created_at), asc(account.id)], paging);
  const items = found.rows.map((row) => ({
    ...toAccount(row),
    email_proof: emailProofOf(settings, row),
  }));
  return { items, total: found.total };
}

const nameAndMail = searched(sql`${account.fullname} || ' ' || ${account.username}`);

/** Up to 50 accounts whose name or e-mail contains the text, accents and the number of blanks aside. */
export async function searchAccounts(db: Database, text: string): Promise<Account[]> {
  const words = text.normalize('NFC').replace(/\s+/g, ' ');
  const pattern = `%${words.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await db
    .select(columns)
    .from(account)
    .where(sql`${nameAndMail} like ${searched(sql`${pattern}`)}`)
    .orderBy(asc(account.fullname), asc(account.id))
    .limit(PAGE_SIZE.accountSearch);
  return rows.map(toAccount);
}

export async function listManagers(db: Database): Promise<Manager[]> {
  return db
    .select({ _id: account.id, fullname: account.fullname })
    .from(account)
    .where(and(inArray(account.role, [...OFFERED_REFERRERS]), eq(account.state, 'active')))
    .orderBy(asc(account.fullname), asc(account.id));
}

const changedNow = { version: sql`${account.version} + 1`, updated_at: sql`now()` };

/** The account, kept from being changed by others until the transaction ends. */
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
 * Whether an account was made for a referral that is deleted. Ask once the account is locked: a deletion locks it last, so that
 * it either is seen here or deactivates the account afterwards.
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
 * Changes what is given, nothing else.
 * @param version the one that is to be changed; any unless given
 * @throws NotFoundError when there is no such account
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
    .set({ ...columnsChanged, ...changedNow })
    .where(and(eq(account.id, id), hasVersion(account.version, version)))
    .returning({ id: account.id });
  if (rows.length === 0) throw await notFoundOrStale(db, account, eq(account.id, id));
  if (siteIds) await replaceSites(db, id, siteIds);
}

/** Lets an account in, if it is in that state: of two at once, one does it. Sessions of before stay dead. */
export async function activate(
  db: Database,
  id: string,
  from: 'pending' | 'deactivated',
): Promise<boolean> {
  const rows = await db
    .update(account)
    .set({ state: 'active', ...changedNow })
    .where(and(eq(account.id, id), eq(account.state, from)))
    .returning({ id: account.id });
  return rows.length === 1;
}

/** Leaves an account without a password that works, until its person sets one by a mailed link. */
export async function discardPassword(db: Database, id: string): Promise<void> {
  await db
    .update(account)
    .set({ password_hash: null, updated_at: sql`now()` })
    .where(eq(account.id, id));
}

/** Shuts an account out: nothing it holds works any longer. */
export async function deactivate(db: Database, id: string): Promise<void> {
  await db
    .update(account)
    .set({ state: 'deactivated', sessions_valid_from: REVOKE_SESSIONS_NOW, ...changedNow })
    .where(and(eq(account.id, id), ne(account.state, 'deactivated')));
}

/** Whoever can let accounts in again, locked until the transaction ends: who deactivates one waits for who deactivates another. */
export async function lockSuperusers(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.role, rolesWith('account.reactivate')), eq(account.state, 'active')))
    .orderBy(asc(account.id))
    .for('update');
  return rows.map((row) => row.id);
}
