/** The security and caching headers of every kind of response, whichever layer sends it. */
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildServer } from '../../server/buildServer';
import { openDatabase } from '../../server/db/openDatabase';
import { bootstrap } from '../../server/seed/bootstrap';
import { readSettings } from '../../server/settings/settings';
import { report } from '../support/report';
import { makeDataDir } from '../support/serverProcess';
import { copyEmbeddedTemplate } from '../support/templates';
import { CHEAP_HASHING } from '../support/testServer';
import { SUPERUSER } from '../support/superuser';

const HOST = 'desk.clinic.example';
const ALLOWED = 'https://partner.example';
const SECRET = 'a secret of at least 32 characters';

let app: FastifyInstance;
let webAlone: FastifyInstance;
let answers = 0;
const { dataDir, remove } = makeDataDir();

beforeAll(async () => {
  const webFolder = join(dataDir, 'web');
  mkdirSync(join(webFolder, 'assets'), { recursive: true });
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Desk</title>');
  writeFileSync(join(webFolder, 'assets/app-1.js'), 'export {}');
  cpSync('public', webFolder, { recursive: true });
  const environment = {
    DATA_DIR: dataDir,
    SUPERUSER_EMAIL: SUPERUSER.email,
    SUPERUSER_PASSWORD: SUPERUSER.password,
    PUBLIC_URL: `https://${HOST}`,
    ALLOWED_ORIGINS: ALLOWED,
    LOG_LEVEL: 'silent',
  };
  const settings = readSettings(environment);
  await copyEmbeddedTemplate(dataDir);
  const database = await openDatabase(settings);
  const hashing = CHEAP_HASHING;
  app = await buildServer({ settings, backend: { database, secret: SECRET, hashing }, webFolder });
  await bootstrap(database.db, settings, hashing);
  await app.listen({ host: '127.0.0.1', port: 0 });
  webAlone = await buildServer({
    settings: readSettings({ ...environment, API_URL: 'https://backend.example/v1' }),
    webFolder,
  });
});
afterAll(async () => {
  await webAlone.close();
  await app.close();
  remove();
  report('responses whose headers are checked', answers);
});

type Headers = Record<string, unknown>;

/** Checks the security headers of every response. */
function expectSafe(headers: Headers): void {
  answers += 1;
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-eval');
  expect(/script-src[^;]*unsafe-inline/.test(policy)).toBe(false);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('location');
}

function expectNotCached(headers: Headers): void {
  expectSafe(headers);
  expect(headers['cache-control']).toBe('no-store');
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };
const logIn = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { host: HOST, ...form, ...headers },
    payload,
  });
const right = new URLSearchParams({ username: SUPERUSER.email, password: SUPERUSER.password });

describe('a response of the API', () => {
  const send = async (url: string, options: object = {}) => app.inject({ url, ...options });
  const POST = { method: 'POST', headers: json } as const;
  const forgot = { method: 'POST', url: '/api/auth/forgot-password', remoteAddress: '192.0.2.1' };
  const flood = async () => {
    for (let time = 0; time < 10; time += 1) {
      await app.inject({ ...forgot, payload: { email: 'nobody@example.org' } } as never);
    }
    return app.inject({ ...forgot, payload: { email: 'nobody@example.org' } } as never);
  };

  const failInternally = () => {
    vi.spyOn(app.passwords, 'check').mockRejectedValueOnce(new Error('broken'));
    return logIn('username=a%40b.example&password=wrong-password');
  };

  it.each([
    [200, 'a call without input', () => send('/api/meta')],
    [200, 'signing in', () => logIn(right.toString())],
    [200, 'the API document', () => send('/api/openapi.json')],
    [400, 'an invalid reset link', () => send('/api/auth/reset/token-check?reset_token=x')],
    [401, 'a caller who is not signed in', () => send('/api/referral/mine')],
    [401, 'a wrong password', () => logIn('username=nobody&password=wrong-password')],
    [403, 'a foreign origin', () => logIn(right.toString(), { origin: 'https://evil.example' })],
    [404, 'an unknown path', () => send('/api/nothing')],
    [404, 'a path that cannot be decoded', () => send('/api/%ff')],
    [
      404,
      'a path parameter that is too long',
      () => send(`/api/accounts/update/${'x'.repeat(300)}`, POST),
    ],
    [405, 'a wrong method', () => send('/api/meta', { method: 'DELETE' })],
    [
      413,
      'a body that is too large',
      () => send('/api/auth/forgot-password', { ...POST, payload: `"${'x'.repeat(70_000)}"` }),
    ],
    [
      415,
      'an unsupported content type',
      () => send('/api/auth/register', { method: 'POST', headers: form }),
    ],
    [422, 'an invalid field', () => send('/api/auth/register', { ...POST, payload: '{}' })],
    [422, 'broken JSON', () => send('/api/auth/register', { ...POST, payload: '{' })],
    [429, 'too many requests', flood],
    [500, 'an internal error', failInternally],
  ])('%i to %s has the security headers and is not cached', async (status, _what, ask) => {
    const answer = await ask();
    expect(answer.statusCode).toBe(status);
    expectNotCached(answer.headers);
    if (status !== 200) expect(Object.keys(JSON.parse(answer.body))).toEqual(['detail']);
  });

  it('sends HSTS if PUBLIC_URL is https', async () => {
    const { headers } = await send('/api/meta');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
  });
});

describe('a request that Node refuses or cannot parse', () => {
  /** Sends raw text; returns the response once the server closes the connection. */
  async function sendRaw(
    text: string,
  ): Promise<{ status: number; headers: Headers; body: string }> {
    const { port } = app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8').on('data', (part: string) => (received += part));
    socket.write(text);
    await once(socket, 'close');
    const [head = '', body = ''] = received.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    return {
      status: Number(first.split(' ')[1]),
      headers: Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
      ),
      body,
    };
  }
  const END = '\r\nConnection: close\r\n\r\n';

  it.each([
    [400, 'noise', 'noise\r\n\r\n'],
    [400, 'a header without a name', `GET / HTTP/1.1\r\nHost: a\r\n: b${END}`],
    [400, 'no host', `GET /api/meta HTTP/1.1${END}`],
    [
      400,
      'two lengths',
      `POST /api/meta HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2${END}`,
    ],
    [404, 'a path that cannot be decoded', `GET /%c0%ae HTTP/1.1\r\nHost: a${END}`],
    [417, 'an unknown Expect header', `GET /api/meta HTTP/1.1\r\nHost: a\r\nExpect: wonders${END}`],
    [
      431,
      '17 KiB of headers',
      `GET /api/meta HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17_000)}${END}`,
    ],
  ])('%i to %s has the security headers and the body of any error', async (status, _what, text) => {
    const answer = await sendRaw(text);
    expect(answer.status).toBe(status);
    expectNotCached(answer.headers);
    expect(JSON.parse(answer.body)).toEqual({ detail: expect.any(String) });
  });

  it('a request with headers of 15 KiB is accepted', async () => {
    const answer = await sendRaw(
      `GET /api/meta HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(15_000)}${END}`,
    );
    expect(answer.status).toBe(200);
  });
});

describe('the web app', () => {
  it.each([
    ['with our own API', () => app],
    ['alone, in front of another backend', () => webAlone],
  ])('%s: pages, files and missing files have the security headers', async (_what, server) => {
    for (const [url, status] of [
      ['/', 200],
      ['/login', 200],
      ['/reset-password?reset_token=abc', 200],
      ['/assets/app-1.js', 200],
      ['/settings.json', 200],
      ['/assets/none.js', 404],
    ] as const) {
      const { statusCode, headers } = await server().inject({ url });
      expect({ url, statusCode }).toEqual({ url, statusCode: status });
      expectSafe(headers);
      expect(headers['cache-control']).toBeTruthy();
      expect(String(headers['content-security-policy'])).toContain("script-src 'self'");
      expect(String(headers['content-security-policy'])).toContain(
        "require-trusted-types-for 'script'",
      );
    }
  });

  it.each([
    ['with the API', () => app],
    ['alone, in front of another backend', () => webAlone],
  ])('allows search engines the landing page alone, %s', async (_how, server) => {
    const { statusCode, headers, body } = await server().inject({ url: '/robots.txt' });
    expectSafe(headers);
    expect({ statusCode, type: headers['content-type'] }).toEqual({
      statusCode: 200,
      type: 'text/plain; charset=utf-8',
    });
    expect(headers['cache-control']).toBe('no-cache');
    const rules = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules).toEqual(['User-agent: *', 'Allow: /$', 'Disallow: /']);
  });

  it('may connect to the other backend, and to no other host', async () => {
    const policyOf = async (server: FastifyInstance) =>
      String((await server.inject({ url: '/' })).headers['content-security-policy']);
    expect(await policyOf(webAlone)).toContain("connect-src 'self' https://backend.example;");
    expect(await policyOf(app)).toContain("connect-src 'self';");
    const api = await webAlone.inject({ url: '/api/meta' });
    expect(api.statusCode).toBe(404);
    expectNotCached(api.headers);
  });
});
