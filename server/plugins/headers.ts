/** What every answer tells the browser: no other origin, no framing, no referrer, nothing kept. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Settings } from '../settings';

/** For what never becomes a request of ours: said by hand, as no plugin sees it. It has no content to load anything. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

interface HeadersOptions {
  readonly settings: Pick<Settings, 'API_URL' | 'LOGO_URL' | 'PUBLIC_URL'>;
  /** What stands in our own pages and may run there, as a policy names it. */
  readonly scripts: readonly string[];
}

export const headersPlugin = fastifyPlugin(
  async (app: FastifyInstance, { settings, scripts }: HeadersOptions) => {
    const api = settings.API_URL ? [new URL(settings.API_URL).origin] : [];
    const logo = /^https?:/i.test(settings.LOGO_URL) ? [new URL(settings.LOGO_URL).origin] : [];
    const isSecure = settings.PUBLIC_URL.startsWith('https:');
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': ["'self'", ...scripts],
          // The staff app's styles are made in the browser.
          'style-src': ["'self'", "'unsafe-inline'"],
          'img-src': ["'self'", 'data:', ...logo],
          'font-src': ["'self'"],
          'manifest-src': ["'self'"],
          'connect-src': ["'self'", ...api],
          'object-src': ["'none'"],
          'base-uri': ["'none'"],
          'form-action': ["'self'"],
          'frame-ancestors': ["'none'"],
          // Text never becomes script, whoever wrote it and whichever package shows it: nothing here makes a policy.
          'require-trusted-types-for': ["'script'"],
          'trusted-types': ["'none'"],
        },
      },
      referrerPolicy: { policy: 'no-referrer' },
      frameguard: { action: 'deny' },
      strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
      crossOriginEmbedderPolicy: false,
    });
    app.addHook('onSend', async (request, reply) => {
      if (reply.hasHeader('cache-control')) return;
      const isFile =
        request.routeOptions.config.operation === 'web' && !request.url.startsWith('/api');
      if (!isFile || reply.statusCode >= 400) reply.header('cache-control', 'no-store');
    });
  },
);
