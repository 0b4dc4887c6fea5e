import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/openDatabase';
import { UnavailableError } from '../../plugins/errors';
import { addressOf } from '../limits/network';
import { type AuditAction, recordAudit } from './repository';

/** Requests whose refusal has its entry already, which was left together with what the refusal changed. */
const entered = new WeakSet<FastifyRequest>();
/** What requests turned out to be about before they were refused. */
const concerns = new WeakMap<FastifyRequest, readonly string[]>();

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
  await leave(db, request, { outcome: 'done', actorId, recordIds });
}

/**
 * Reads people's details and leaves the entry of who was shown whose, in one transaction: what cannot be entered is not
 * shown.
 * @param idsOf the records that are shown
 */
export function auditShown<Shown>(
  db: Database,
  request: FastifyRequest,
  actorId: string,
  read: (tx: Database) => Promise<Shown>,
  idsOf: (shown: Shown) => readonly string[],
): Promise<Shown> {
  return db.transaction(async (tx) => {
    const shown = await read(tx);
    await auditDone(tx, request, actorId, ...idsOf(shown));
    return shown;
  });
}

/** Leaves the entry of a call that was refused, unless it has one. */
export async function auditRefused(db: Database, request: FastifyRequest): Promise<void> {
  if (entered.has(request)) return;
  const caller = (await request.caller().catch(() => null)) ?? request.expiredTokenCaller;
  const recordIds = concerns.get(request) ?? [];
  await leave(db, request, { outcome: 'refused', actorId: caller?.accountId ?? null, recordIds });
}

/**
 * Notes which records a request is about, as far as the server has found them, for the entry of a refusal that may follow.
 * Never what was sent: anything may stand there.
 */
export function auditConcerns(request: FastifyRequest, ...recordIds: string[]): void {
  concerns.set(request, recordIds);
}

/**
 * Leaves the entry that a refresh token came back which had been exchanged before: in the transaction that ends its session.
 * @param accountId whose session it is
 */
export async function auditReuse(
  db: Database,
  request: FastifyRequest,
  accountId: string,
): Promise<void> {
  const recordIds = [accountId];
  await leave(db, request, {
    action: 'refreshReuse',
    outcome: 'refused',
    actorId: accountId,
    recordIds,
  });
  entered.add(request);
}

/** Stands where the address of a request would. */
const ON_THE_MACHINE = 'local';

/** Leaves the entry of what somebody did at the machine's terminal: the database knows no more of who it was. */
export async function auditCommand(
  db: Database,
  action: AuditAction,
  ...recordIds: string[]
): Promise<void> {
  const actorId = null;
  await recordAudit(db, { action, actorId, recordIds, outcome: 'done', ip: ON_THE_MACHINE });
}

interface Entry {
  /** The call itself unless given. */
  action?: AuditAction;
  outcome: 'done' | 'refused';
  actorId: string | null;
  recordIds: readonly string[];
}

async function leave(db: Database, request: FastifyRequest, entry: Entry): Promise<void> {
  const { operation } = request.routeOptions.config;
  if (operation === undefined || operation === 'web') return;
  // The embedded database must never meet a full disk, and now a read writes, too.
  if (!request.server.database.hasFreeSpace()) {
    throw new UnavailableError('The server has no room left to note this down. Please call us.');
  }
  await recordAudit(db, { action: operation, ...entry, ip: addressOf(request) });
}
