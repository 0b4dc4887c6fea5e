/**
 * CORS: pages of ALLOWED_ORIGINS may use the API. Origins are compared exactly. Cookies are not sent, so the device cookie
 * has no effect there. Pages of other origins cannot read the responses.
 */
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { FOREIGN_ORIGIN_DETAIL } from '../../contract/constants';
import type { Settings } from '../settings/settings';
import { ForbiddenError } from './errors';

declare module 'fastify' {
  interface FastifyRequest {
    /** Throws ForbiddenError if the Origin header names an unknown origin. Requests without it do not come from a page. */
    rejectForeignOrigin(): void;
  }
}

/** Whether the origin matches the request's host, normalising the spelling of host and port. */
function isSameHost(host: string, origin: string): boolean {
  const [, scheme] = /^(https?:\/\/)[^/]+$/.exec(origin) ?? [];
  if (scheme === undefined || !URL.canParse(origin)) return false;
  const requested = scheme + host;
  return URL.canParse(requested) && new URL(requested).host === new URL(origin).host;
}

/** Seconds for which browsers cache a preflight response. */
const PREFLIGHT_MAX_AGE = 600;

export const originsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { settings }: { settings: Settings }) => {
    const allowed = settings.ALLOWED_ORIGINS;
    const ownOrigin = new URL(settings.PUBLIC_URL).origin;

    app.decorateRequest('rejectForeignOrigin', function rejectForeignOrigin(this: FastifyRequest) {
      const { origin } = this.headers;
      if (origin === undefined || origin === ownOrigin || allowed.includes(origin)) return;
      if (isSameHost(this.host, origin)) return;
      this.log.warn(
        'refused a sign-in from another origin; if it is your own site, set PUBLIC_URL to the address that browsers show',
      );
      throw new ForbiddenError(FOREIGN_ORIGIN_DETAIL);
    });

    if (allowed.length === 0) return;
    app.addHook('onRoute', (route) => {
      // The CORS plugin's route. An OPTIONS request that is not a preflight is refused like any wrong method.
      if (route.method === 'OPTIONS') route.config = { ...route.config, operation: 'web' };
    });
    await app.register(cors, {
      delegator: async (request: FastifyRequest): Promise<FastifyCorsOptions> => {
        const isAllowed = allowed.includes(request.headers.origin ?? '');
        const isNoPreflight =
          request.method === 'OPTIONS' && !request.headers['access-control-request-method'];
        return {
          origin: isAllowed && !isNoPreflight ? allowed : false,
          methods: ['GET', 'HEAD', 'POST', 'DELETE'],
          allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match'],
          exposedHeaders: ['Retry-After', 'Content-Range', 'Content-Disposition', 'Date'],
          maxAge: PREFLIGHT_MAX_AGE,
        };
      },
    });
  },
  { name: 'origins' },
);
