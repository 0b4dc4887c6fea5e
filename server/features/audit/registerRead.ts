/** Registers calls whose single statement finds the caller, decides access and reads the data. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AnyCallName, allCalls } from '../../../contract/calls';
import { type Action, can } from '../../../contract/permissions';
import {
  type CallerStatement,
  readAsCaller,
  type AccessClaim,
  requireAccess,
  readClaim,
} from '../access';
import { prepareReadEntry } from './entries';
import { UnauthorizedError } from '../../http/errors';
import { type Handler, type Input, registerOperation } from '../../http/registerOperation';

type Name = {
  [N in AnyCallName]: (typeof allCalls)[N]['access'] extends Action ? N : never;
}[AnyCallName];

interface Read<N extends AnyCallName> {
  /** The statements for callers of different roles. Without a caller, they return no data. */
  readonly statements: (input: Input<N>) => readonly CallerStatement[];
  /** The values of their placeholders. */
  readonly values?: (input: Input<N>) => Readonly<Record<string, unknown>>;
  /** The response for the statement's row. */
  readonly respond: (row: unknown, input: Input<N>) => Awaited<ReturnType<Handler<N>>>;
  /** Responds to a caller with access if no statement was run, or if it shows no records. */
  readonly otherwise?: (
    input: Input<N>,
    request: FastifyRequest,
  ) => Promise<Awaited<ReturnType<Handler<N>>>>;
}

/** Registers a call whose statement decides access. A request without access is refused as by any other call. */
export function registerRead<N extends Name>(
  app: FastifyInstance,
  name: N,
  { statements, values, respond, otherwise }: Read<N>,
): void {
  const { access } = allCalls[name];
  const { db } = app.database;

  const read = async (
    { sessionId, role }: AccessClaim,
    input: Input<N>,
    request: FastifyRequest,
  ) => {
    for (const { roles, statement } of inOrderFor(role, statements(input))) {
      // A statement that shows no records needs no audit entry, so it also runs with a full disk.
      const addEntry = statement.recordIds && prepareReadEntry(request);
      const allowed = { roles: roles.filter((one) => can(one, access)), statement };
      const found = await readAsCaller(db, sessionId, allowed, values?.(input));
      if (!found) continue;
      if (otherwise && statement.recordIds && !found.recordIds) break;
      addEntry?.(found.callerId, found.recordIds ?? []);
      return respond(found.row, input);
    }
    return null;
  };

  registerOperation(
    app,
    name,
    async (input, request) => {
      const claim = request.validationError ? null : await readClaim(request);
      const response = claim && (await read(claim, input, request));
      if (response) return response;
      await requireAccess(request, access);
      if (request.validationError) throw request.validationError;
      if (otherwise) return otherwise(input, request);
      // The account's role changed between the statements.
      throw new UnauthorizedError();
    },
    { findsCaller: true, handlesInvalid: true },
  );
}

/** Sorts the statement for the token's role first: the others are needed only if the account's role has changed. */
const inOrderFor = (role: unknown, statements: readonly CallerStatement[]) =>
  statements.toSorted((a, b) => Number(hasRole(b, role)) - Number(hasRole(a, role)));

const hasRole = ({ roles }: CallerStatement, role: unknown) =>
  (roles as readonly unknown[]).includes(role);
