/**
 * Access control. Every route names its operation, whose contract entry defines who may call it. The server does not start if
 * a route names none. Requests are refused before the body is read; where the statement that reads decides access, those without a
 * valid token.
 */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type AnyCallName, allCalls } from '../../contract/calls';
import { type Access, isSafe } from '../../contract/calls/endpoints';
import { can } from '../../contract/permissions';
import type { Caller } from '../features/auth/repository';
import { ForbiddenError, type RefusedError, UnauthorizedError, UnavailableError } from './errors';
import { readClaim } from './signIn';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation the route serves, or 'web' for the web app's public files. */
    operation?: AnyCallName | 'web';
    /** Whether the handler itself counts the attempt against the rate limit. */
    consumesOwnLimit?: boolean;
    /** Whether the statement that reads decides access itself (`registerRead`). */
    findsCaller?: boolean;
  }
}

export const accessPlugin = fastifyPlugin(
  async (app: FastifyInstance) => {
    const routes: RouteOptions[] = [];
    app.addHook('onRoute', (route) => {
      routes.push(route);
    });
    app.addHook('onReady', async () => {
      const unprotected = routes.filter((route) => route.config?.operation === undefined);
      if (unprotected.length === 0) return;
      const names = unprotected.map((route) => `${String(route.method)} ${route.url}`);
      throw new Error(`These routes have no access rule: ${names.join(', ')}`);
    });

    app.addHook('onRequest', async (request) => {
      const { operation, findsCaller } = request.routeOptions.config;
      if (operation === 'web' || request.is404) return;
      if (operation === undefined) throw new ForbiddenError();
      const { access } = allCalls[operation];
      if (!isSafe(allCalls[operation]) && !app.database.hasFreeSpace()) {
        throw new UnavailableError('The server has no room left to store this. Please call us.');
      }
      if (!findsCaller || !(await readClaim(request))) await requireAccess(request, access);
    });
  },
  { name: 'access', dependencies: ['database', 'signIn'] },
);

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
