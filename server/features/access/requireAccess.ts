import type { FastifyRequest } from 'fastify';
import type { Access } from '../../../contract/calls/endpoints';
import { can } from '../../../contract/permissions';
import { ForbiddenError, type RefusedError, UnauthorizedError } from '../../http/errors';
import type { Caller } from './caller';

/** @throws UnauthorizedError or ForbiddenError if the caller of a request has no access */
export async function requireAccess(request: FastifyRequest, access: Access): Promise<void> {
  const caller = needsAccount(access) ? await request.caller() : null;
  const refusal = refusalFor(access, caller);
  if (refusal) throw refusal;
}

const needsAccount = (access: Access) => access !== 'public' && access !== 'refresh-token';

function refusalFor(access: Access, caller: Caller | null): RefusedError | null {
  // The handler authenticates a refresh token itself, because it exchanges that token.
  if (access === 'public' || access === 'refresh-token') return null;
  if (!caller) return new UnauthorizedError();
  return can(caller.role, access) ? null : new ForbiddenError();
}
