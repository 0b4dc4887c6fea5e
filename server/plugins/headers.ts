/** What every answer tells the browser: no other origin, no framing, no referrer, nothing kept. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Settings } from '../settings';

export const headersPlugin = fastifyPlugin(
  async (app: FastifyInstance, { settings }: { settings: Settings }) => {
    const api = settings.API_URL ? [new URL(settings.API_URL).origin] : [];
    const logo = /^https?:/.test(settings.LOGO_URL) ? [new URL(settings.LOGO_URL).origin] : [];
    const isSecure = settings.PUBLIC_URL.startsWith('https:');
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': ["'self'"],
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
        },
      },
      referrerPolicy: { policy: 'no-referrer' },
      frameguard: { action: 'deny' },
      strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
      crossOriginEmbedderPolicy: false,
    });
    app.addHook('onSend', async (request, reply) => {
      if (request.routeOptions.config.serves === 'web' || reply.hasHeader('cache-control')) return;
      reply.header('cache-control', 'no-store');
    });
  },
);
