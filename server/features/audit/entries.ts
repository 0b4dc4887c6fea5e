import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/openDatabase';
import { recordAudit } from './repository';

/**
 * Leaves the entry of a call that was carried out; call it in the transaction of the change.
 * @param actorId who acted; null for a visitor
 * @param recordId the record acted on
 */
export async function auditDone(
  db: Database,
  request: FastifyRequest,
  actorId: string | null,
  recordId?: string,
): Promise<void> {
  await leave(db, request, 'done', actorId, recordId);
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
  recordId?: string,
): Promise<void> {
  const action = request.routeOptions.config.serves;
  if (action === undefined || action === 'web') return;
  await recordAudit(db, { actorId, action, recordId, outcome, ip: request.ip });
}
