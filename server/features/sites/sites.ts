import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Site } from '../../../contract/entities/site';
import type { Database } from '../../db/database';
import { site } from '../../db/schema';
import { hasVersion, notFoundOrStale } from '../../http/optimisticLocking';
import { searchKey } from '../../db/searchKey';

const isLive = isNull(site.deleted_at);
const columns = { _id: site.id, name: site.name, version: site.version };

export async function listSites(db: Database): Promise<Site[]> {
  return db
    .select(columns)
    .from(site)
    .where(isLive)
    .orderBy(searchKey(sql`${site.name}`), site.id);
}

/** Returns null if a live site already has the name, ignoring case. */
export async function addSite(db: Database, id: string, name: string): Promise<Site | null> {
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
 * Renames a site. A name already in use raises a unique violation (23505), which becomes a 409.
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
    .set({ name, version: sql`${site.version} + 1` })
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
