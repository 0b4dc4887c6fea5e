/** Audit entries of changes that require the caller's session. Writing them checks that the session is still valid. */
import type { FastifyRequest } from 'fastify';
import { allCalls } from '../../../contract/calls';
import type { Access } from '../../../contract/calls/endpoints';
import { ROLES } from '../../../contract/constants';
import { type Action, can } from '../../../contract/permissions';
import type { Database, Statement } from '../../db/database';
import { sqlState } from '../../db/sqlState';
import { UnauthorizedError } from '../../http/errors';
import type { Caller } from '../access';
import { getClientAddress } from '../../http/clientAddress';
import { requireSpaceForEntry } from './entries';
import {
  ACTORS,
  type ActingSession,
  type AuditAction,
  insertEntry,
  MAY_NOT_ACT,
  recordChangesUnflushed,
} from './trail';

/**
 * Writes the audit entry of a change that requires the caller's session. Call it last in the transaction of the change: the
 * transaction is rolled back if the session has ended since the request began, or may not make the change any more.
 * @param recordIds the records acted on
 * @param action the permission that the session must have; by default the call's
 * @throws UnauthorizedError if the session may not make the change
 */
export async function auditChange(
  db: Database,
  request: FastifyRequest,
  caller: Caller,
  recordIds: readonly string[],
  action?: Action,
): Promise<void> {
  const operation = requireSpaceForEntry(request);
  const session = createActingSession(caller, action ?? requiredBy(operation));
  await writeChanges(db, request, session, [{ action: operation, recordIds }]);
}

/**
 * Writes an audit entry for each of many changes by one request. Call it like `auditChange`, even if nothing was changed.
 * @param change.call the call that makes a single change of this kind
 * @param change.action the permission that the session must have besides that of the request's call
 * @param changes the ids of the records of each change
 */
export async function auditEachChange(
  db: Database,
  request: FastifyRequest,
  caller: Caller,
  { call, action }: { call: AuditAction; action: Action },
  changes: readonly (readonly string[])[],
): Promise<void> {
  const parts = changes.map((recordIds) => ({ call, recordIds }));
  await auditParts(db, request, caller, parts, action);
}

/**
 * Writes an audit entry for each part of a change by one request, as if it had been made by a call of its own. Call it like
 * `auditChange`.
 * @param parts the call that makes each part alone, and the ids of its records
 * @param actions the permissions that the session must have besides that of the request's call
 */
export async function auditParts(
  db: Database,
  request: FastifyRequest,
  caller: Caller,
  parts: readonly { call: AuditAction; recordIds: readonly string[] }[],
  ...actions: readonly Action[]
): Promise<void> {
  const needed = [requiredBy(requireSpaceForEntry(request)), ...actions];
  const session = createActingSession(caller, ...needed);
  const events = parts.map(({ call, recordIds }) => ({ action: call, recordIds }));
  await writeChanges(db, request, session, events);
}

async function writeChanges(
  db: Database,
  request: FastifyRequest,
  session: ActingSession,
  changes: readonly { action: AuditAction; recordIds: readonly string[] }[],
): Promise<void> {
  const ip = getClientAddress(request);
  const events = changes.map((change) => ({ ...change, outcome: 'done' as const, ip }));
  request.unflushedEntry =
    (await refuseEndedSession(recordChangesUnflushed(db, session, ...events))) ??
    request.unflushedEntry;
}

const createActingSession = (
  { sessionId, siteIds }: Caller,
  ...actions: readonly Action[]
): ActingSession => ({
  sessionId,
  siteIds,
  roles: ROLES.filter((role) => actions.every((action) => can(role, action))),
});

function requiredBy(operation: keyof typeof allCalls): Action {
  const { access }: { access: Access } = allCalls[operation];
  if (access !== 'public' && access !== 'refresh-token') return access;
  throw new Error(`The call ${operation} requires no session`);
}

/**
 * A part of a statement that makes a change: inserts the audit entry of the successful call. Its placeholders take the values
 * of `createDoneEvent`, and `isUnflushed`: if true, set its result as the request's `unflushedEntry`.
 * @param actor whether a visitor makes the change, or the session of `actingValues`, as in `auditChange`
 */
export const insertDoneEntry = (
  actor: keyof typeof ACTORS,
  recordIds: Statement,
  from: Statement,
): Statement => insertEntry(ACTORS[actor], recordIds, from);

/**
 * The values of the placeholders of `insertDoneEntry('session', …)` for the caller. Run the statement with
 * `refuseEndedSession`.
 */
export const actingValues = (request: FastifyRequest, caller: Caller): ActingSession =>
  createActingSession(caller, requiredBy(requireSpaceForEntry(request)));

/**
 * Awaits a statement that requires a session.
 * @throws UnauthorizedError if the session may not make the change any more
 */
export async function refuseEndedSession<Result>(statement: Promise<Result>): Promise<Result> {
  try {
    return await statement;
  } catch (error) {
    throw sqlState(error) === MAY_NOT_ACT ? new UnauthorizedError() : error;
  }
}
