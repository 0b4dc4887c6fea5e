import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Language, PAGE_SIZE, type Role } from '../../../contract/constants';
import type { Account, Manager, SchoolChoice } from '../../../contract/entities/account';
import type { Database } from '../../db/openDatabase';
import {
  account,
  account_site,
  referral,
  registration_notice,
  SHUT_OUT_NOW,
  site,
} from '../../db/schema';
import { toAccount } from './rules';

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
  schools,
};

export interface NewAccount {
  fullname: string;
  username: string;
  passwordHash: string;
  role: Role;
  state: 'pending' | 'active';
  siteIds: readonly string[];
  referralId?: string;
  /** Of the screen the person registered on themselves. */
  language?: Language | null;
}

/** Stores an account with its sites. Answers its id, or null when the e-mail or the referral has one already. */
export async function addAccount(db: Database, added: NewAccount): Promise<string | null> {
  const rows = await db
    .insert(account)
    .values({
      id: randomUUID(),
      fullname: added.fullname,
      username: added.username,
      password_hash: added.passwordHash,
      role: added.role,
      state: added.state,
      referral_id: added.referralId ?? null,
      language: added.language ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: account.id });
  const id = rows[0]?.id;
  if (id === undefined) return null;
  await addSites(db, id, added.siteIds);
  return id;
}

async function addSites(db: Database, account_id: string, siteIds: readonly string[]) {
  if (siteIds.length === 0) return;
  await db
    .insert(account_site)
    .values(siteIds.map((site_id) => ({ account_id, site_id })))
    .onConflictDoNothing();
}

/**
 * The live sites that were chosen, by id or, where the id is not known, by name; null when one is neither.
 * @param accountId whose own sites count as well, though they were deleted since
 */
export async function resolveSites(
  db: Database,
  choices: readonly SchoolChoice[],
  accountId?: string,
): Promise<string[] | null> {
  if (choices.length === 0) return [];
  const names = choices.map((choice) => choice.name.trim().toLowerCase());
  const found = await db
    .select({ id: site.id, name: sql<string>`lower(${site.name})` })
    .from(site)
    .where(
      and(
        or(
          isNull(site.deleted_at),
          accountId === undefined ? undefined : inArray(site.id, sitesOfAccount(db, accountId)),
        ),
        or(
          inArray(
            site.id,
            choices.map((choice) => choice.id),
          ),
          and(isNull(site.deleted_at), inArray(sql`lower(${site.name})`, names)),
        ),
      ),
    );
  const ids = choices.map(
    (choice, index) =>
      found.find((row) => row.id === choice.id)?.id ??
      found.find((row) => row.name === names[index])?.id,
  );
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : null;
}

const sitesOfAccount = (db: Database, accountId: string) =>
  db
    .select({ id: account_site.site_id })
    .from(account_site)
    .where(eq(account_site.account_id, accountId));

/** A live referral a login can be made for, with its site and whether it has a login; null when there is none. */
export async function findReferral(db: Database, id: string) {
  const rows = await db
    .select({ siteId: referral.site_id, accountId: account.id })
    .from(referral)
    .leftJoin(account, eq(account.referral_id, referral.id))
    .where(and(eq(referral.id, id), isNull(referral.deleted_at)));
  return rows[0] ?? null;
}

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
  return { items: rows.map(toAccount), total: await db.$count(account, where) };
}

/** All accounts, by name. */
export function listAccounts(db: Database, paging: { page: number; size: number }) {
  return page(db, undefined, [asc(account.fullname), asc(account.id)], paging);
}

/** Those that wait for approval, the longest first; not those once deactivated. */
export function listPending(db: Database, paging: { page: number; size: number }) {
  const where = eq(account.state, 'pending');
  return page(db, where, [asc(account.created_at), asc(account.id)], paging);
}

/** Up to 50 accounts whose name or e-mail contains the text. */
export async function searchAccounts(db: Database, text: string): Promise<Account[]> {
  const pattern = `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await db
    .select(columns)
    .from(account)
    .where(sql`lower(${account.fullname} || ' ' || ${account.username}) like lower(${pattern})`)
    .orderBy(asc(account.fullname), asc(account.id))
    .limit(PAGE_SIZE.accountSearch);
  return rows.map(toAccount);
}

export async function listManagers(db: Database): Promise<Manager[]> {
  return db
    .select({ _id: account.id, fullname: account.fullname })
    .from(account)
    .where(and(eq(account.role, 'MANAGER'), eq(account.state, 'active')))
    .orderBy(asc(account.fullname), asc(account.id));
}

/** The account, kept from being changed by others until the transaction ends. */
export async function lockAccount(db: Database, id: string) {
  const rows = await db
    .select({
      accountId: account.id,
      username: account.username,
      role: account.role,
      state: account.state,
      language: account.language,
    })
    .from(account)
    .where(eq(account.id, id))
    .for('update');
  return rows[0] ?? null;
}

/** How often, at most, the owner of an e-mail hears that someone tried to register with it. */
const NOTICE_EVERY = '1 day';

/** The owner of an e-mail that someone tried to register with, if it is time to tell them; whoever asks first has it. */
export async function takeRegistrationNotice(db: Database, username: string) {
  const [owner] = await db
    .select({ accountId: account.id, username: account.username, language: account.language })
    .from(account)
    .where(eq(account.username, username));
  if (!owner) return null;
  const taken = await db
    .insert(registration_notice)
    .values({ account_id: owner.accountId })
    .onConflictDoUpdate({
      target: registration_notice.account_id,
      set: { told_at: sql`now()` },
      setWhere: sql`${registration_notice.told_at} <= now() - ${NOTICE_EVERY}::interval`,
    })
    .returning({ id: registration_notice.account_id });
  return taken.length === 1 ? owner : null;
}

/** Changes what is given, nothing else. */
export async function updateAccount(
  db: Database,
  id: string,
  change: { fullname?: string; created_referrals_only?: boolean; siteIds?: readonly string[] },
): Promise<void> {
  const { siteIds, ...columnsChanged } = change;
  await db
    .update(account)
    .set({ ...columnsChanged, updated_at: sql`now()` })
    .where(eq(account.id, id));
  if (!siteIds) return;
  await db.delete(account_site).where(eq(account_site.account_id, id));
  await addSites(db, id, siteIds);
}

/** Lets an account in, if it is in that state: of two at once, one does it. Sessions of before stay dead. */
export async function activate(
  db: Database,
  id: string,
  from: 'pending' | 'deactivated',
): Promise<boolean> {
  const rows = await db
    .update(account)
    .set({ state: 'active', updated_at: sql`now()` })
    .where(and(eq(account.id, id), eq(account.state, from)))
    .returning({ id: account.id });
  return rows.length === 1;
}

/** Shuts an account out: nothing it holds works any longer. */
export async function deactivate(db: Database, id: string): Promise<void> {
  await db
    .update(account)
    .set({ state: 'deactivated', sessions_valid_from: SHUT_OUT_NOW, updated_at: sql`now()` })
    .where(and(eq(account.id, id), ne(account.state, 'deactivated')));
}

/** The active super users, locked until the transaction ends: who deactivates one waits for who deactivates another. */
export async function lockSuperusers(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.role, 'SUPERUSER'), eq(account.state, 'active')))
    .orderBy(asc(account.id))
    .for('update');
  return rows.map((row) => row.id);
}
