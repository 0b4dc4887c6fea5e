/** Serves the peer pages with the headers of our server, and the rows of the bare list. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { z } from 'zod';
import { headersPlugin } from '../../server/http/headers';

const YEAR = 'public, max-age=31536000, immutable';

const { folder, rows } = z
  .object({ folder: z.string(), rows: z.array(z.looseObject({ status: z.string() })) })
  .parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));

const fromJson = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text) => schema.parse(JSON.parse(text)));
/** The query of ra-data-simple-rest. */
const querySchema = z.object({
  filter: fromJson(z.object({ status: z.string().optional() })),
  range: fromJson(z.tuple([z.number(), z.number()])),
});

const app = Fastify();
// The same headers as our pages, because processing them takes time, too.
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
    response.setHeader('cache-control', path.includes('/assets/') ? YEAR : 'no-cache');
    response.setHeader('vary', 'accept-encoding');
  },
});
app.get('/:peer/', (request, reply) => {
  const { peer } = z.object({ peer: z.string().regex(/^[a-z-]+$/) }).parse(request.params);
  return reply.sendFile(join(peer, 'index.html'));
});
app.get('/unguarded/', { helmet: false }, (_request, reply) => reply.sendFile('bare/index.html'));
app.get('/api/referrals', (request, reply) => {
  const { filter, range } = querySchema.parse(request.query);
  const found = rows.filter(({ status }) => !filter.status || status === filter.status);
  const [from, to] = range;
  return reply
    .header('content-range', `referrals ${from}-${to}/${found.length}`)
    .header('cache-control', 'no-store')
    .send(found.slice(from, to + 1));
});
app.get('/api/health', () => ({}));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
