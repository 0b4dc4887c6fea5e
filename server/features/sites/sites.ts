import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Site } from '../../../contract/entities/site';
import { sameKey } from '../../../contract/textMatching';
import type { Database } from '../../db/database';
import { site } from '../../db/schema';
import { hasVersion, notFoundOrStale } from '../../http/optimisticLocking';
import { isSameName, sortKeyOf } from '../../db/textKeys';

const isLive = isNull(site.deleted_at);
const columns = { _id: site.id, name: site.name, version: site.version };

export async function listSites(db: Database): Promise<Site[]> {
  return db
    .select(columns)
    .from(site)
    .where(isLive)
    .orderBy(sortKeyOf(sql`${site.name}`), site.id);
}

/** Condition: a live site whose name is the same. */
const isNamed = (name: string) => and(isLive, isSameName(sql`${site.name}`, sameKey(name)));

/** Adds a site. Returns null if a live site has the same name. */
export async function addSite(db: Database, id: string, name: string): Promise<Site | null> {
  if ((await db.$count(site, isNamed(name))) > 0) return null;
  // A site that is added at the same time conflicts in the index.
  const rows = await db.insert(site).values({ id, name }).onConflictDoNothing().returning(columns);
  return rows[0] ?? null;
}

/** Finds a site with its kind; null if it is missing or deleted. */
export async function findSite(db: Database, id: string) {
  const rows = await db
    .select({ id: site.id, kind: site.kind })
    .from(site)
    .where(and(eq(site.id, id), isLive));
  return rows[0] ?? null;
}

/**
 * Renames a site. Returns null if another live site has the same name; one that gets it at the same time raises a unique
 * violation (23505).
 * @param version the expected version; any version if omitted
 * @throws NotFoundError if the site is missing, deleted or protected
 * @throws StaleError if its version differs
 */
export async function renameSite(
  db: Database,
  id: string,
  name: string,
  version?: number,
): Promise<Site | null> {
  if ((await db.$count(site, and(isNamed(name), ne(site.id, id)))) > 0) return null;
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

const isEditable = (id: string) => and(eq(site.id, id), eq(site.kind, 'ordinary'), isLive);
