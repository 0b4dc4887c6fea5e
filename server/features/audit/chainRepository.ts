/** Reads the whole trail, for verifying it. */
import { asc, gt, sql } from 'drizzle-orm';
import type { Database } from '../../db/openDatabase';
import { audit_event, audit_head } from '../../db/schema';
import type { Head, StoredEntry } from './chain';

const PAGE = 1_000;

/** The newest entry as the database noted it. */
export async function readHead(db: Database): Promise<Head> {
  const [head] = await db.select({ id: audit_head.id, hash: audit_head.hash }).from(audit_head);
  if (!head) throw new Error('The database does not know the end of the audit trail: audit_head');
  return head;
}

/** All entries in the order of their numbers, a page at a time. */
export async function* readEntries(db: Database): AsyncGenerator<StoredEntry[]> {
  let after: number | undefined;
  for (;;) {
    const page: StoredEntry[] = await db
      .select({
        id: audit_event.id,
        at: sql<string>`(extract(epoch from ${audit_event.at}) * 1000000)::bigint::text`,
        actorId: audit_event.actor_id,
        action: audit_event.action,
        recordIds: audit_event.record_ids,
        outcome: audit_event.outcome,
        ip: audit_event.ip,
        hash: audit_event.hash,
      })
      .from(audit_event)
      .where(after === undefined ? undefined : gt(audit_event.id, after))
      .orderBy(asc(audit_event.id))
      .limit(PAGE);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}
