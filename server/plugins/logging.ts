/**
 * One line per answer: the route's template, never the URL (filters and reset links carry names, phones and tokens), no
 * bodies, no headers, no addresses of people. Control characters cannot break a line: the log is JSON.
 */
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Settings } from '../settings';

export function loggerOptions(
  settings: Settings,
  stream?: { write(line: string): void },
): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: settings.LOG_LEVEL,
    base: null,
    // Whatever a library passes along, a request and an answer are shown by these alone, an error without its message:
    // a driver's message may hold the values that were sent.
    serializers: {
      req: (request) => ({ id: request.id }),
      res: (reply) => ({ status: reply.statusCode }),
      err: (error) => ({ type: error.name, message: '', stack: '' }),
    },
    ...(stream && { stream }),
  };
}

export const loggingPlugin = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.operation === 'web') return;
    request.log.info(
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
