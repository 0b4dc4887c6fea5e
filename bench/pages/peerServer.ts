/** A process that serves the peers as our own server serves the web app, and the rows of the bare list. */
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { z } from 'zod';
import { headersPlugin } from '../../server/plugins/headers';

const YEAR = 'public, max-age=31536000, immutable';

const messageSchema = z.object({
  folder: z.string(),
  rows: z.array(z.looseObject({ status: z.string() })),
});

/** As ra-data-simple-rest asks. */
const querySchema = z.object({
  filter: z
    .string()
    .transform((text) => z.object({ status: z.string().optional() }).parse(JSON.parse(text))),
  range: z.string().transform((text) => z.tuple([z.number(), z.number()]).parse(JSON.parse(text))),
});

process.once('message', (message) => {
  void serve(message).then((address) => process.send?.(Number(new URL(address).port)));
});
process.once('disconnect', () => process.exit());

async function serve(message: unknown): Promise<string> {
  const { folder, rows } = messageSchema.parse(message);
  const app = Fastify();
  // What a page of ours tells the browser takes its time, too.
  const settings = { API_URL: '', LOGO_URL: '', PUBLIC_URL: '' };
  await app.register(headersPlugin, { settings, scripts: [] });
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    index: false,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/index.html'],
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(folder) && path.includes('/assets/');
      response.setHeader('cache-control', isHashed ? YEAR : 'no-cache');
      response.setHeader('vary', 'accept-encoding');
    },
  });
  app.get('/:peer/', (request, reply) => {
    const { peer } = z.object({ peer: z.string().regex(/^[a-z-]+$/) }).parse(request.params);
    return reply.sendFile(join(peer, 'index.html'));
  });
  app.get('/unguarded/', { helmet: false }, (_request, reply) =>
    reply.sendFile(join('bare', 'index.html')),
  );
  app.get('/api/referrals', (request, reply) => {
    const { filter, range } = querySchema.parse(request.query);
    const found = rows.filter(({ status }) => !filter.status || status === filter.status);
    const [from, to] = range;
    return reply
      .header('content-range', `referrals ${from}-${to}/${found.length}`)
      .header('cache-control', 'no-store')
      .send(found.slice(from, to + 1));
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}
