import type { AnyCallName } from '../../../contract/calls';
import type { Database } from '../../db/database';
import { audit_event } from '../../db/schema';

/** An operation, an event detected during one, or a command on the server's machine. */
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
 * Appends entries to the audit trail: actor, action, outcome, record ids and address. Never store personal data in it.
 * Appending locks the head of the chain until the transaction ends, so do it last.
 */
export async function recordAudit(db: Database, ...events: AuditEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db.insert(audit_event).values(
    events.map(({ actorId, action, recordIds, outcome, ip }) => ({
      actor_id: actorId,
      action,
      record_ids: [...recordIds],
      outcome,
      ip,
    })),
  );
}
