/** Serves the same bytes from bare Fastify routes: an upper bound for any Fastify server. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { z } from 'zod';

const answers = z.array(z.string()).parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));

const app = Fastify();
app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_request, body, done) => done(null, body),
);
for (const [index, answer] of [...answers.entries(), ['api/health', '{}'] as const]) {
  app.route({
    method: ['GET', 'POST'],
    url: `/${index}`,
    handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(answer),
  });
}
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
