/**
 * Which pages of other origins may use the API: those of ALLOWED_ORIGINS, letter by letter, and without cookies: what the
 * device mark is for they do without. Any other page gets an answer it cannot read.
 */
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Settings } from '../settings';
import { ForbiddenError } from './errors';

declare module 'fastify' {
  interface FastifyRequest {
    /** Refuses a request that a page of an origin we do not know makes; one without an origin is none of a page. */
    refuseStrangePage(): void;
  }
}

/** Whether an origin is that of the host a request was made to, however its name and port are written. */
function isPageOf(host: string, origin: string): boolean {
  const [, scheme] = /^(https?:\/\/)[^/]+$/.exec(origin) ?? [];
  if (scheme === undefined || !URL.canParse(origin)) return false;
  const asked = scheme + host;
  return URL.canParse(asked) && new URL(asked).host === new URL(origin).host;
}

/** Seconds for which a browser need not ask again. */
const ASK_AGAIN = 600;

export const originsPlugin = fastifyPlugin(
  async (app: FastifyInstance, { settings }: { settings: Settings }) => {
    const allowed = settings.ALLOWED_ORIGINS;
    const ourOwn = new URL(settings.PUBLIC_URL).origin;

    app.decorateRequest('refuseStrangePage', function refuseStrangePage(this: FastifyRequest) {
      const { origin } = this.headers;
      if (origin === undefined || origin === ourOwn || allowed.includes(origin)) return;
      if (isPageOf(this.host, origin)) return;
      this.log.warn(
        'a sign-in from a page of another origin was refused; if it was your own, PUBLIC_URL must be what browsers show',
      );
      throw new ForbiddenError();
    });

    if (allowed.length === 0) return;
    app.addHook('onRoute', (route) => {
      // The plugin's own: an OPTIONS that asks for nothing of the above is refused as any wrong method is.
      if (route.method === 'OPTIONS') route.config = { ...route.config, operation: 'web' };
    });
    await app.register(cors, {
      delegator: async (request: FastifyRequest): Promise<FastifyCorsOptions> => {
        const isAllowed = allowed.includes(request.headers.origin ?? '');
        const asksForNothing =
          request.method === 'OPTIONS' && !request.headers['access-control-request-method'];
        return {
          origin: isAllowed && !asksForNothing ? allowed : false,
          methods: ['GET', 'HEAD', 'POST', 'DELETE'],
          allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match'],
          exposedHeaders: ['Retry-After', 'Content-Range', 'Date'],
          maxAge: ASK_AGAIN,
        };
      },
    });
  },
  { name: 'origins' },
);
