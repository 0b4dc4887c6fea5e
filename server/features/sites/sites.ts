import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { rolesWith } from '../../../contract/permissions';
import type { RestorableSite, Site } from '../../../contract/entities/site';
import type { SiteMarks } from '../../../contract/entities/contact';
import { sameKey } from '../../../contract/textMatching';
import type { Database } from '../../db/database';
import { account, account_site, site } from '../../db/schema';
import { isAnyOf } from '../../db/statements/parameters';
import { NotFoundError } from '../../http/errors';
import { hasVersion, notFoundOrStale } from '../../http/optimisticLocking';
import { isSameName, sortKeyOf } from '../../db/textKeys';

const isLive = isNull(site.deleted_at);
const columns = { _id: site.id, name: site.name, version: site.version };

export async function listSites(db: Database): Promise<Site[]> {
  const rows = await db
    .select({ ...columns, mark: site.mark })
    .from(site)
    .where(isLive)
    .orderBy(sortKeyOf(sql`${site.name}`), site.id);
  // Managers of a site that is ours are staff of the program; those of one outside read no referral.
  return rows.map(({ mark, ...row }) => ({ ...row, ...(mark && { readers: 'program' as const }) }));
}

const hasSameName = (name: string) => isSameName(sql`${site.name}`, sameKey(name));

/**
 * Returns whether another site has the same name.
 * @param id the site that is to get the name
 * @returns `live` if one does that is not deleted, else `deleted` if one does, else undefined
 */
export async function findNameConflict(
  db: Database,
  name: string,
  id: string,
): Promise<'live' | 'deleted' | undefined> {
  const [found] = await db
    .select({ isDeleted: isNotNull(site.deleted_at) })
    .from(site)
    .where(and(hasSameName(name), ne(site.id, id)))
    .orderBy(isNotNull(site.deleted_at))
    .limit(1);
  return found && (found.isDeleted ? 'deleted' : 'live');
}

/** Adds a site. Returns null if one with the same name is added at the same time. */
export async function addSite(db: Database, id: string, name: string): Promise<Site | null> {
  const rows = await db.insert(site).values({ id, name }).onConflictDoNothing().returning(columns);
  return rows[0] ?? null;
}

/** Finds a site with its kind and name; null if it is missing or deleted. */
export async function findSite(db: Database, id: string) {
  const rows = await db
    .select({ id: site.id, kind: site.kind, name: site.name })
    .from(site)
    .where(and(eq(site.id, id), isLive));
  return rows[0] ?? null;
}

/**
 * Renames a site. If another live site has the same name, raises a unique violation (23505).
 * @param version the expected version; any version if omitted
 * @throws NotFoundError if the site is missing, deleted or protected
 * @throws StaleError if its version differs
 */
export async function renameSite(
  db: Database,
  id: string,
  name: string,
  version?: number,
): Promise<Site> {
  const rows = await db
    .update(site)
    .set({ name, namesake: 0, version: sql`${site.version} + 1` })
    .where(and(isEditable(id), hasVersion(site.version, version)))
    .returning(columns);
  const [renamed] = rows;
  if (!renamed) throw await notFoundOrStale(db, site, isEditable(id));
  return renamed;
}

/**
 * Soft-deletes a site: it leaves the lists, but its referrals still refer to the row.
 * @param version the expected version; any version if omitted
 * @throws NotFoundError if the site is missing, deleted or protected
 * @throws StaleError if its version differs
 */
export async function deleteSite(db: Database, id: string, version?: number): Promise<void> {
  const rows = await db
    .update(site)
    .set({ deleted_at: sql`now()` })
    .where(and(isEditable(id), hasVersion(site.version, version)))
    .returning({ id: site.id });
  if (rows.length === 0) throw await notFoundOrStale(db, site, isEditable(id));
}

/** Lists what super users have decided of the sites that are not deleted. */
export const listSiteMarks = (db: Database): Promise<SiteMarks[]> =>
  db
    .select({ _id: site.id, mark: site.mark, response_days: site.response_days })
    .from(site)
    .where(isLive)
    .orderBy(site.id);

/**
 * Marks a site, and sets its standard. Also one that the referral form needs, which can be neither renamed nor deleted.
 * @throws NotFoundError if the site is missing or deleted
 */
export async function markSite(
  db: Database,
  { _id, mark, response_days }: SiteMarks,
): Promise<void> {
  const rows = await db
    .update(site)
    .set({ mark, response_days })
    .where(and(eq(site.id, _id), isLive))
    .returning({ id: site.id });
  if (rows.length === 0) throw new NotFoundError();
}

/** The accounts that see the referrals of a site because they have it, by name. */
const accountsOfSite = sql<RestorableSite['accounts']>`(
  select coalesce(json_agg(json_build_object('_id', a.id, 'fullname', a.fullname, 'username', a.username)
    order by ${sortKeyOf(sql`a.fullname`)}, a.id), '[]'::json)
  from ${account_site} has join ${account} a on a.id = has.account_id
  where has.site_id = ${site}.${sql.identifier(site.id.name)} and a.state = 'active' and not a.created_referrals_only
    and ${isAnyOf(sql`a.role`, rolesWith('referral.list'))})`;

/** When a deleted site was deleted. */
const deletedAt = sql<Date>`${site.deleted_at}`.mapWith(site.deleted_at);

/** Lists the deleted sites with the same name, the one deleted last first. */
export async function listRestorableSites(db: Database, name: string): Promise<RestorableSite[]> {
  const rows = await db
    .select({ ...columns, deletedAt, accounts: accountsOfSite })
    .from(site)
    .where(and(hasSameName(name), isNotNull(site.deleted_at)))
    .orderBy(desc(site.deleted_at), site.id);
  return rows.map(({ deletedAt: date, ...row }) => ({ ...row, deletion_date: date.toISOString() }));
}

/** Finds a site, deleted or not, and locks it until the transaction ends. Returns null if it is missing. */
export async function lockSite(db: Database, id: string) {
  const rows = await db
    .select({ ...columns, isDeleted: isNotNull(site.deleted_at) })
    .from(site)
    .where(eq(site.id, id))
    .for('no key update');
  return rows[0] ?? null;
}

/**
 * Restores a deleted site. If another live site has the same name, raises a unique violation (23505).
 * @throws NotFoundError if the site is missing
 */
export async function restoreSite(db: Database, id: string): Promise<Site> {
  const [restored] = await db
    .update(site)
    .set({ deleted_at: null, namesake: 0, version: sql`${site.version} + 1` })
    .where(eq(site.id, id))
    .returning(columns);
  if (!restored) throw new NotFoundError();
  return restored;
}

const isEditable = (id: string) => and(eq(site.id, id), eq(site.kind, 'ordinary'), isLive);
