import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Site } from '../../../contract/entities/site';
import type { Database } from '../../db/openDatabase';
import { site } from '../../db/schema';
import { hasVersion, notFoundOrStale } from '../../db/versions';

const isLive = isNull(site.deleted_at);
const wire = { _id: site.id, name: site.name, version: site.version };

export async function listSites(db: Database): Promise<Site[]> {
  return db
    .select(wire)
    .from(site)
    .where(isLive)
    .orderBy(sql`lower(${site.name})`, site.id);
}

/** Answers null when a live site has the name already, however it is capitalised. */
export async function addSite(db: Database, id: string, name: string): Promise<Site | null> {
  const rows = await db.insert(site).values({ id, name }).onConflictDoNothing().returning(wire);
  return rows[0] ?? null;
}

/** A live site with the rule that hangs on it, or null. */
export async function findSite(db: Database, id: string) {
  const rows = await db
    .select({ id: site.id, kind: site.kind })
    .from(site)
    .where(and(eq(site.id, id), isLive));
  return rows[0] ?? null;
}

/**
 * A taken name is a unique violation, which is answered as a conflict.
 * @param version the one that is to be renamed; any unless given
 * @throws NotFoundError when the site is gone
 * @throws StaleError when it has another version
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
    .where(and(isChangeable(id), hasVersion(site.version, version)))
    .returning(wire);
  const [renamed] = rows;
  if (!renamed) throw await notFoundOrStale(db, site, isChangeable(id));
  return renamed;
}

/**
 * Takes a site out of the lists; the row stays for its referrals.
 * @param version the one that is to be deleted; any unless given
 * @throws NotFoundError when the site is gone
 * @throws StaleError when it has another version
 */
export async function deleteSite(db: Database, id: string, version?: number): Promise<void> {
  const rows = await db
    .update(site)
    .set({ deleted_at: sql`now()` })
    .where(and(isChangeable(id), hasVersion(site.version, version)))
    .returning({ id: site.id });
  if (rows.length === 0) throw await notFoundOrStale(db, site, isChangeable(id));
}

const isChangeable = (id: string) => and(eq(site.id, id), eq(site.kind, 'ordinary'), isLive);
