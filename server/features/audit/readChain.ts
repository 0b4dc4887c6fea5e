/** Reads the whole audit trail for verification. */
import { asc, gt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database';
import { audit_event, audit_head } from '../../db/schema';
import type { ChainHead, StoredEntry } from './chain';

const PAGE_SIZE = 1_000;

/** Reads number and hash of the newest entry from `audit_head`. Throws if the row is missing. */
export async function readHead(db: Database): Promise<ChainHead> {
  const [head] = await db.select({ id: audit_head.id, hash: audit_head.hash }).from(audit_head);
  if (!head)
    throw new Error('The head of the audit trail is missing: the table audit_head is empty');
  return head;
}

/** Yields all entries in ascending order of id, one page at a time. */
export async function* readEntries(db: Database): AsyncGenerator<StoredEntry[]> {
  let lastId: number | undefined;
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
        refusals: audit_event.refusals,
        hash: audit_event.hash,
      })
      .from(audit_event)
      .where(lastId === undefined ? undefined : gt(audit_event.id, lastId))
      .orderBy(asc(audit_event.id))
      .limit(PAGE_SIZE);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    lastId = last.id;
  }
}
