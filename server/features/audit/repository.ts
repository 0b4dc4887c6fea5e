import type { AnyCallName } from '../../../contract/calls';
import type { Database } from '../../db/openDatabase';
import { audit_event } from '../../db/schema';

/** A call, what was noticed during one, or a command on the machine itself. */
export type AuditAction = AnyCallName | 'refreshReuse' | 'resetSuperuser';

export interface AuditEvent {
  /** The account that acted; null for a visitor. */
  readonly actorId: string | null;
  readonly action: AuditAction;
  /** The records acted on or shown. */
  readonly recordIds: readonly string[];
  readonly outcome: 'done' | 'refused';
  readonly ip: string;
}

/**
 * Leaves one entry: who did or was refused what, on which records, from where. Never a personal value. Entries take turns
 * until their transaction ends, so leave it last.
 */
export async function recordAudit(db: Database, event: AuditEvent): Promise<void> {
  await db.insert(audit_event).values({
    actor_id: event.actorId,
    action: event.action,
    record_ids: [...event.recordIds],
    outcome: event.outcome,
    ip: event.ip,
  });
}
