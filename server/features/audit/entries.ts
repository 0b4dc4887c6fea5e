import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database';
import { NotFoundError, UnavailableError } from '../../plugins/errors';
import { getClientAddress } from '../limits/network';
import { type AuditAction, recordAudit } from './repository';

/** Requests whose refusal is already in the audit trail, written in the transaction of the change that the refusal caused. */
const audited = new WeakSet<FastifyRequest>();
/** Ids of the records each request concerns, for the entry of a possible refusal. */
const concernedRecords = new WeakMap<FastifyRequest, readonly string[]>();

/**
 * Writes the audit entry of a successful call. Call it last in the transaction of the change.
 * @param actorId the account that acted; null for a visitor
 * @param recordIds the records acted on or shown
 */
export async function auditDone(
  db: Database,
  request: FastifyRequest,
  actorId: string | null,
  ...recordIds: string[]
): Promise<void> {
  await writeEntry(db, request, { outcome: 'done', actorId, recordIds });
}

/**
 * Writes an audit entry for each of many changes made by one request. Call it like `auditDone`.
 * @param action the call that makes such a change alone
 * @param changes the ids of the records of each change
 */
export async function auditEachDone(
  db: Database,
  request: FastifyRequest,
  actorId: string,
  action: AuditAction,
  changes: readonly (readonly string[])[],
): Promise<void> {
  await writeEntries(
    db,
    request,
    changes.map((recordIds) => ({ action, outcome: 'done', actorId, recordIds })),
  );
}

/** Writes an audit entry for each site that a call about something else adds. Call it like `auditDone`, before it. */
export async function auditAddedSites(
  db: Database,
  request: FastifyRequest,
  actorId: string,
  siteIds: readonly string[],
): Promise<void> {
  for (const id of siteIds) {
    await writeEntry(db, request, {
      action: 'addSite',
      outcome: 'done',
      actorId,
      recordIds: [id],
    });
  }
}

/**
 * Reads personal data and writes the audit entry of the read in one transaction: data whose read cannot be audited is not
 * returned.
 * @param idsOf selects the ids of the records shown
 */
export function auditRead<Shown>(
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

/**
 * Reads one record like `auditRead`.
 * @throws NotFoundError if `read` finds none
 */
export function auditReadOne<Shown>(
  db: Database,
  request: FastifyRequest,
  actorId: string,
  read: (tx: Database) => Promise<Shown | null>,
  idsOf: (found: Shown) => readonly string[],
): Promise<Shown> {
  const readFound = async (tx: Database) => {
    const found = await read(tx);
    if (!found) throw new NotFoundError();
    return found;
  };
  return auditRead(db, request, actorId, readFound, idsOf);
}

/** Writes the audit entry of a refused call, unless the request already has one. */
export async function auditRefused(db: Database, request: FastifyRequest): Promise<void> {
  if (audited.has(request)) return;
  const caller = (await request.caller().catch(() => null)) ?? request.expiredTokenCaller;
  const recordIds = concernedRecords.get(request) ?? [];
  await writeEntry(db, request, {
    outcome: 'refused',
    actorId: caller?.accountId ?? null,
    recordIds,
  });
}

/**
 * Sets the records a request concerns, for the audit entry of a possible refusal. Pass only ids found in the database, never
 * values from the request: those can be arbitrary text.
 */
export function setAuditRecords(request: FastifyRequest, ...recordIds: string[]): void {
  concernedRecords.set(request, recordIds);
}

/**
 * Writes the audit entry of a reused refresh token. Call it in the transaction that revokes the session.
 * @param accountId the owner of the session
 */
export async function auditTokenReuse(
  db: Database,
  request: FastifyRequest,
  accountId: string,
): Promise<void> {
  const recordIds = [accountId];
  await writeEntry(db, request, {
    action: 'refreshReuse',
    outcome: 'refused',
    actorId: accountId,
    recordIds,
  });
  audited.add(request);
}

/** Recorded in place of an IP address for commands run on the server's machine. */
const LOCAL_ADDRESS = 'local';

/** Writes the audit entry of a command run in the server's terminal. Its actor is unknown to the database. */
export async function auditCommand(
  db: Database,
  action: AuditAction,
  ...recordIds: string[]
): Promise<void> {
  const actorId = null;
  await recordAudit(db, { action, actorId, recordIds, outcome: 'done', ip: LOCAL_ADDRESS });
}

interface Entry {
  /** Defaults to the request's operation. */
  action?: AuditAction;
  outcome: 'done' | 'refused';
  actorId: string | null;
  recordIds: readonly string[];
}

const writeEntry = (db: Database, request: FastifyRequest, entry: Entry) =>
  writeEntries(db, request, [entry]);

async function writeEntries(
  db: Database,
  request: FastifyRequest,
  entries: readonly Entry[],
): Promise<void> {
  const { operation } = request.routeOptions.config;
  if (operation === undefined || operation === 'web') return;
  // The embedded database must never run into a full disk, and this write may belong to a read.
  if (!request.server.database.hasFreeSpace()) {
    throw new UnavailableError('The server has no room left to record this. Please call us.');
  }
  const ip = getClientAddress(request);
  await recordAudit(db, ...entries.map((entry) => ({ action: operation, ...entry, ip })));
}
