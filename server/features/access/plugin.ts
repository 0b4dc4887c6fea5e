/**
 * Access control. Every route names its operation, whose contract entry defines who may call it; the server does not start if a
 * route names none. A request without access is refused before its body is read. For reads of `registerRead`, this hook only
 * requires a valid token: their statement decides access.
 */
import type { FastifyInstance, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type AnyCallName, allCalls } from '../../../contract/calls';
import { isSafe } from '../../../contract/calls/endpoints';
import { ForbiddenError, UnavailableError } from '../../http/errors';
import { decorateAuthentication, readClaim } from './authentication';
import { requireAccess } from './requireAccess';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation the route serves, or 'web' for the web app's public files. */
    operation?: AnyCallName | 'web';
    /** Whether the handler itself counts the attempt against the rate limit. */
    consumesOwnLimit?: boolean;
    /** Whether the handler's read statement finds the caller and decides access (`registerRead`). */
    findsCaller?: boolean;
  }
}

export const accessPlugin = fastifyPlugin(
  async (app: FastifyInstance, { secret }: { secret: string }) => {
    decorateAuthentication(app, secret);
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
  { name: 'access', dependencies: ['database'] },
);
