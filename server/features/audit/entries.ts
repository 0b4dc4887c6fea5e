import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/openDatabase';
import { recordAudit } from './repository';

/**
 * Leaves the entry of a call that was carried out; call it last in the transaction of the change.
 * @param actorId who acted; null for a visitor
 * @param recordIds the records acted on or shown
 */
export async function auditDone(
  db: Database,
  request: FastifyRequest,
  actorId: string | null,
  ...recordIds: string[]
): Promise<void> {
  await leave(db, request, 'done', actorId, recordIds);
}

/** Leaves the entry of a call that was refused. */
export async function auditRefused(db: Database, request: FastifyRequest): Promise<void> {
  const caller = await request.caller().catch(() => null);
  await leave(db, request, 'refused', caller?.accountId ?? null);
}

async function leave(
  db: Database,
  request: FastifyRequest,
  outcome: 'done' | 'refused',
  actorId: string | null,
  recordIds: readonly string[] = [],
): Promise<void> {
  const action = request.routeOptions.config.serves;
  if (action === undefined || action === 'web') return;
  await recordAudit(db, { actorId, action, recordIds, outcome, ip: request.ip });
}
