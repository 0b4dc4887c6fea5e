/** What bodies are read: JSON everywhere, a form where the contract says so, nothing else. */
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

export const jsonBodies = fastifyPlugin(async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // Clients send an empty JSON body with calls that take none.
      if (body === '') done(null, undefined);
      else void parse(request, body, done);
    },
  );
});

/** For the scope that serves the form-encoded calls. */
export async function formBodies(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody);
}
