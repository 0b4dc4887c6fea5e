import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/database';
import { NotFoundError, UnavailableError } from '../../http/errors';
import { getClientAddress } from '../../http/clientAddress';
import { readRecords, type RunRead } from '../../db/statements/readStatement';
import { type AuditAction, recordAudit, recordAuditUnflushed } from './trail';

/** Requests whose refusal is already in the audit trail, because it caused a change: the entry is part of that transaction. */
const audited = new WeakSet<FastifyRequest>();
/** Ids of the records each request concerns, for the entry of a possible refusal. */
const concernedRecords = new WeakMap<FastifyRequest, readonly string[]>();

/**
 * Writes the audit entry of a successful call that does not require a live session: a visitor's call, or one that starts or
 * ends a session. Call it last in the transaction of the change.
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

/** Writes an audit entry for each site that another call adds as a side effect. Call it before the entry of that call. */
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
 * Reads personal data, and adds the audit entry of the read to those that are written before the response: if that fails, the
 * data is not returned.
 * @param actorId the account that reads; null for a visitor
 * @param idsOf selects the ids of the records shown
 */
export async function auditRead<Shown>(
  request: FastifyRequest,
  actorId: string | null,
  read: () => Promise<Shown>,
  idsOf: (shown: Shown) => readonly string[],
): Promise<Shown> {
  const addEntry = prepareReadEntry(request);
  const shown = await read();
  addEntry(actorId, idsOf(shown));
  return shown;
}

/**
 * Reads personal data like `auditRead`, with statements that return the ids of the records shown.
 * @returns a function that runs such a statement and returns its row
 */
export function auditedReads(db: Database, request: FastifyRequest, actorId: string): RunRead {
  const addEntry = prepareReadEntry(request);
  return async (...read) => {
    const { row, recordIds } = await readRecords(db, ...read);
    if (recordIds) addEntry(actorId, recordIds);
    return row;
  };
}

/**
 * Checks that the audit entry of a read can be stored. Call it before the read.
 * @returns a function that adds the entry to those written before the response
 */
export function prepareReadEntry(
  request: FastifyRequest,
): (actorId: string | null, recordIds: readonly string[]) => void {
  const event = createDoneEvent(request);
  return (actorId, recordIds) => {
    const entry = { ...event, actorId, recordIds };
    request.unwrittenEntries = [...(request.unwrittenEntries ?? []), entry];
  };
}

/** The values of the entry of a successful call, without its actor. */
export function createDoneEvent(request: FastifyRequest) {
  const operation = requireSpaceForEntry(request);
  return { action: operation, outcome: 'done', ip: getClientAddress(request) } as const;
}

/**
 * Reads one record like `auditRead`.
 * @throws NotFoundError if `read` finds none
 */
export function auditReadOne<Shown>(
  request: FastifyRequest,
  actorId: string,
  read: () => Promise<Shown | null>,
  idsOf: (found: Shown) => readonly string[],
): Promise<Shown> {
  const readFound = async () => {
    const found = await read();
    if (!found) throw new NotFoundError();
    return found;
  };
  return auditRead(request, actorId, readFound, idsOf);
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

/**
 * Writes one entry for each account, about its refusals that have no entry of their own.
 * @param more the number of these refusals, for each account
 */
export async function auditMoreRefusals(
  db: Database,
  more: readonly { accountId: string | null; refusals: number }[],
): Promise<void> {
  const events = more.map(({ accountId: actorId, refusals }) => ({
    action: 'moreRefusals' as const,
    outcome: 'refused' as const,
    actorId,
    recordIds: [],
    // The refused requests may have come from several addresses.
    ip: '',
    refusals,
  }));
  await recordAudit(db, ...events);
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
  requireSpaceForEntry(request);
  const ip = getClientAddress(request);
  const events = entries.map((entry) => ({ action: operation, ...entry, ip }));
  request.unflushedEntry = (await recordAuditUnflushed(db, ...events)) ?? request.unflushedEntry;
}

/**
 * Checks that there is enough disk space for an audit entry, also for a read: the embedded database must never run into a full
 * disk.
 * @returns the call of the request
 * @throws UnavailableError if there is not
 */
export function requireSpaceForEntry({ server, routeOptions }: FastifyRequest) {
  const { operation } = routeOptions.config;
  if (operation === undefined || operation === 'web') throw new Error('The request is no call');
  if (!server.database.hasFreeSpace()) {
    throw new UnavailableError('The server has no room left to record this. Please call us.');
  }
  return operation;
}
