/** Security headers of every response: same origin only, no framing, no referrer, no caching by default. */
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { API_PREFIX, type Settings } from '../settings/settings';

/** Headers for responses that bypass Fastify's plugins. These responses load no content. */
export const RAW_RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

interface HeadersOptions {
  readonly settings: Pick<Settings, 'API_URL' | 'LOGO_URL' | 'PUBLIC_URL'>;
  /** Policy sources (hashes) of the inline scripts in our own pages. */
  readonly scripts: readonly string[];
}

export const headersPlugin = fastifyPlugin(
  async (app: FastifyInstance, { settings, scripts }: HeadersOptions) => {
    const apiOrigins = settings.API_URL ? [new URL(settings.API_URL).origin] : [];
    const logoOrigins = /^https?:/i.test(settings.LOGO_URL)
      ? [new URL(settings.LOGO_URL).origin]
      : [];
    const isSecure = settings.PUBLIC_URL.startsWith('https:');
    const security = await computeHeaders({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': ["'self'", ...scripts],
          // The staff app creates its styles in the browser.
          'style-src': ["'self'", "'unsafe-inline'"],
          'img-src': ["'self'", 'data:', ...logoOrigins],
          'font-src': ["'self'"],
          'manifest-src': ["'self'"],
          'connect-src': ["'self'", ...apiOrigins],
          'object-src': ["'none'"],
          'base-uri': ["'none'"],
          'form-action': ["'self'"],
          'frame-ancestors': ["'none'"],
          // Prevents text from becoming script in any package: no trusted-types policy can be created.
          'require-trusted-types-for': ["'script'"],
          'trusted-types': ["'none'"],
        },
      },
      referrerPolicy: { policy: 'no-referrer' },
      frameguard: { action: 'deny' },
      strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
      crossOriginEmbedderPolicy: false,
    });
    app.addHook('onRequest', (_request, reply, done) => {
      void reply.headers(security);
      done();
    });
    app.addHook('onSend', async (request, reply) => {
      if (reply.hasHeader('cache-control')) return;
      const isFile =
        request.routeOptions.config.operation === 'web' && !request.url.startsWith(API_PREFIX);
      if (!isFile || reply.statusCode >= 400) reply.header('cache-control', 'no-store');
    });
  },
);

/** Computes helmet's headers once: they are the same in every response. */
async function computeHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const app = Fastify();
  await app.register(helmet, options);
  let headers = {};
  app.get('/', async (_request, reply) => {
    headers = reply.getHeaders();
    return reply.send();
  });
  await app.inject('/');
  await app.close();
  return headers;
}
