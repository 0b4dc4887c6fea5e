/** Server-rendered pages: language, embedded data, security policy, compression and caching. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PageData, PageRenderer, NoScriptLookUp } from '../../contract/page';
import { buildServer } from '../../server/buildServer';
import { bootstrap } from '../../server/seed/bootstrap';
import { type OpenDatabase, openDatabase } from '../../server/db/openDatabase';
import { cspHash } from '../../server/features/pages/composePage';
import { withFormerFeatures } from '../../server/http/formerNames';
import { readSettings } from '../../server/settings/settings';
import { makeDataDir } from '../support/serverProcess';
import { copyEmbeddedTemplate } from '../support/templates';
import { CHEAP_HASHING } from '../support/testServer';

const { dataDir, remove } = makeDataDir();
let app: FastifyInstance;
let database: OpenDatabase;
let renderCount = 0;

/** A stub for the built renderer, which the browser tests use. */
const renderer: PageRenderer = {
  script: 'minds()',
  matchRoute: (path) => (path === '/' ? '/' : '*'),
  async renderPage({ route, language, data, lookUp }) {
    renderCount += 1;
    const isLanding = route === '/';
    return {
      language,
      title: 'Desk',
      description: 'For all',
      content: isLanding ? `<h1>${language}</h1>` : '',
      ...(lookUp && { withoutScripts: `<output>${JSON.stringify(lookUp)}</output>` }),
      settings: data.settings,
      notStarted: '',
      script: renderer.script,
      modules: [],
    };
  },
};

beforeAll(async () => {
  const webFolder = join(dataDir, 'web');
  mkdirSync(webFolder, { recursive: true });
  writeFileSync(
    join(webFolder, 'index.html'),
    '<!doctype html><html lang="en"><title>A</title><meta name="description" content="B"></head><body><noscript><p>No scripts</p></noscript><div id="root"></div></body></html>',
  );
  const settings = readSettings({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    BRAND_NAME: 'A </script> B',
  });
  await copyEmbeddedTemplate(dataDir);
  database = await openDatabase(settings);
  const secret = 'a secret of at least 32 characters';
  app = await buildServer({ settings, backend: { database, secret }, webFolder, renderer });
  await bootstrap(database.db, settings, CHEAP_HASHING);
});
afterAll(async () => {
  await app.close();
  remove();
});

const open = (headers: Record<string, string> = {}, url = '/') => app.inject({ url, headers });
const dataIn = (body: string) =>
  JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(body)?.[1] ?? '') as PageData;

it('a rendered page is in the requested language, and varies by the headers that select it', async () => {
  const spanish = await open({ 'accept-language': 'es-MX,en;q=0.5' });
  expect(spanish.body).toContain('<html lang="es">');
  expect(spanish.body).toContain('<h1>es</h1>');
  expect((await open({ cookie: 'lang=es' })).body).toContain('<h1>es</h1>');
  expect((await open({ cookie: 'lang=es' }, '/?lang=en')).body).toContain('<h1>en</h1>');
  expect(spanish.headers.vary).toContain('accept-language');
  expect(spanish.headers.vary).toContain('cookie');
  expect(spanish.headers.vary).toContain('accept-encoding');
});

it('a rendered page embeds settings, sites and features as the calls return them', async () => {
  const data = dataIn((await open()).body);
  expect(data.settings).toEqual((await open({}, '/settings.json')).json());
  expect(data.sites).toEqual((await open({}, '/api/sites/all')).json());
  // A page is as new as the server that renders it, so it needs no former names.
  expect(withFormerFeatures(data.features ?? [])).toEqual(
    (await open({}, '/api/meta')).json<{ features: unknown }>().features,
  );
});

it('a rendered page allows its one inline script, and no other', async () => {
  const { headers, body } = await open();
  expect(body).toContain('<script>minds()</script>');
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${cspHash('minds()')};`);
});

it('a rendered page is compressed with an encoding the browser accepts', async () => {
  const plain = await open();
  const br = await open({ 'accept-encoding': 'gzip, deflate, br' });
  const gzip = await open({ 'accept-encoding': 'gzip' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
});

it('a rendered page is revalidated each time, and not sent again to a browser that has it', async () => {
  const { headers } = await open();
  expect(headers['cache-control']).toBe('no-cache');
  const again = await open({ 'if-none-match': String(headers.etag) });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
  const inSpanish = await open({ 'if-none-match': String(headers.etag) }, '/?lang=es');
  expect(inSpanish.statusCode).toBe(200);
});

it('a rendered page is rendered once for the same content, whatever the URL', async () => {
  await open();
  await open({}, '/no-page');
  const before = renderCount;
  await open();
  await open({}, '/another/that-is-not-there');
  expect(renderCount).toBe(before);
});

it('a rendered page is sent without sites while the database is unavailable', async () => {
  vi.spyOn(database.db, 'select').mockImplementation(() => {
    throw new Error('away');
  });
  const { statusCode, body } = await open();
  expect(statusCode).toBe(200);
  expect(dataIn(body)).not.toHaveProperty('sites');
});

describe('the look-up without scripts', () => {
  const TYPED = { reference: 'R-0000-0001', code: '0000-0000-0000-0000', birth_year: '2005' };
  const send = (typed: Record<string, string> | string, from = '192.0.2.81') =>
    app.inject({
      method: 'POST',
      url: '/track',
      remoteAddress: from,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: typeof typed === 'string' ? typed : new URLSearchParams(typed).toString(),
    });
  const shownIn = (body: string) =>
    JSON.parse(/<output>(.*)<\/output>/.exec(body)?.[1] ?? 'null') as NoScriptLookUp | null;

  it('is answered with its page, what was typed, and what it came to; never stored', async () => {
    const answer = await send(TYPED);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(shownIn(answer.body)).toEqual({
      typed: TYPED,
      result: { result: 'noMatch', sentence: null, consent: null },
    });
    expect(answer.body).not.toContain('No scripts');
    expect((await open({}, '/track')).headers['cache-control']).toBe('no-store');
    expect((await open({}, '/track')).body).not.toContain(TYPED.code);
  });

  it('names the fields that are refused, and shows none that was sent twice or is not its own', async () => {
    const sent = 'reference=R-0000-0001&code=x&code=y&birth_year=205&password=z';
    const answer = await send(sent);
    expect(answer.statusCode).toBe(422);
    expect(shownIn(answer.body)).toEqual({
      typed: { reference: 'R-0000-0001', birth_year: '205' },
      refused: ['code', 'birth_year'],
    });
  });

  it.each([
    [500, {}],
    [503, { code: '57P03' }],
  ])('says that it failed: %s', async (status, error) => {
    const broken = vi.spyOn(database.db, 'select').mockImplementation(() => {
      throw Object.assign(new Error('away'), error);
    });
    const answer = await send(TYPED);
    broken.mockRestore();
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(shownIn(answer.body)).toEqual({ typed: TYPED, hasFailed: true });
  });

  it('takes no other encoding', async () => {
    const answer = await app.inject({ method: 'POST', url: '/track', payload: TYPED });
    expect(answer.statusCode).toBe(415);
  });

  it('counts with the call: five for a reference, a hundred for a network', async () => {
    const from = '192.0.2.82';
    const results: unknown[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const typed = { ...TYPED, reference: 'R-0000-0002' };
      results.push(shownIn((await send(typed, from)).body)?.result?.result);
    }
    expect(results).toEqual([...Array<string>(5).fill('noMatch'), 'tooManyTries']);
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/referral/look-up',
      remoteAddress: from,
      payload: TYPED,
    });
    expect(statusCode).toBe(200);
    for (let tries = 7; tries < 100; tries += 1) await send('code=x', from);
    await send({ ...TYPED, reference: 'R-0000-0003' }, from);
    const refused = await send({ ...TYPED, reference: 'R-0000-0003' }, from);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(refused.headers['cache-control']).toBe('no-store');
    expect(shownIn(refused.body)?.result?.result).toBe('tooManyTries');
  });
});
