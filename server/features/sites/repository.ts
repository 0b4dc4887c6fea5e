import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Site } from '../../../contract/entities/site';
import type { Database } from '../../db/openDatabase';
import { site } from '../../db/schema';

const isLive = isNull(site.deleted_at);
const wire = { _id: site.id, name: site.name };

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

/** Answers null when the site is gone. A taken name is a unique violation, which is answered as a conflict. */
export async function renameSite(db: Database, id: string, name: string): Promise<Site | null> {
  const rows = await db
    .update(site)
    .set({ name })
    .where(and(eq(site.id, id), eq(site.kind, 'ordinary'), isLive))
    .returning(wire);
  return rows[0] ?? null;
}

/** Takes a site out of the lists; the row stays for its referrals. Answers whether there was one. */
export async function deleteSite(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(site)
    .set({ deleted_at: sql`now()` })
    .where(and(eq(site.id, id), eq(site.kind, 'ordinary'), isLive))
    .returning({ id: site.id });
  return rows.length === 1;
}
