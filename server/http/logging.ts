/**
 * Logs one line per response, for health checks at level debug. It has the route's template, never the URL: filters and reset
 * links contain names, phone numbers and tokens. Bodies, headers and client addresses are not logged. The log is JSON, so
 * control characters cannot break a line.
 */
import type { FastifyContextConfig, FastifyInstance, FastifyServerOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Settings } from '../settings/settings';

export function loggerOptions(
  settings: Settings,
  stream?: { write(line: string): void },
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: settings.LOG_LEVEL,
    base: null,
    // These limit what is logged of requests, responses and errors, regardless of what a library passes. The error's message
    // is left out, because a database driver's message may contain submitted values.
    serializers: {
      req: (request) => ({ id: request.id }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error) => ({ type: error.name, message: '', stack: '' }),
    },
    ...(stream && { stream }),
  };
}

/** Load balancers ask these every few seconds. */
const isProbe = (operation: FastifyContextConfig['operation']) =>
  operation === 'health' || operation === 'live';

export const loggingPlugin = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    const { operation } = request.routeOptions.config;
    if (operation === 'web') return;
    request.log[isProbe(operation) ? 'debug' : 'info'](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
});
