/**
 * Fuzzes the HTTP parser with raw bytes on a socket: each gets a response with the security headers. `npm run fuzz` draws more.
 */
import { METHODS } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { report } from '../support/report';
import { sendRaw, statusOf } from '../support/sendRaw';
import { startTestServer, type TestServer } from '../support/testServer';
import { MARKER } from './hostile';

/** A quarter of the random requests to calls (requests.test.ts). */
const RUNS = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 2_000) / 4);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'trace' });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as { port: number }).port;
});
afterAll(() => server.close());

const method = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('GET', 'POST', 'POST', 'HEAD', 'DELETE', 'OPTIONS') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...METHODS),
  },
  { weight: 2, arbitrary: fc.constantFrom('get', '', 'POST\0', MARKER) },
);
const target = fc.constantFrom(
  '/api/meta',
  '/',
  '/api/nothing',
  '/api/auth/register',
  '/api/auth/login',
  '*',
  '',
  'http://evil.example/api/meta',
  '//evil.example',
  '/../../etc/passwd',
  `/api/%00${MARKER}`,
  `/${'a'.repeat(20_000)}`,
  `/api/\u00ff${MARKER}`,
  `/${'.'.repeat(15_000)}/`,
  `/api/${'%2e%2f'.repeat(2_500)}`,
  '/api/meta#x',
  '/\\evil.example',
);
const version = fc.oneof(
  { weight: 9, arbitrary: fc.constant('HTTP/1.1') },
  { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP', '') },
);
const header = fc.constantFrom(
  'Host: a',
  'Host: a\r\nHost: b',
  `Host: ${MARKER}@evil`,
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Transfer-Encoding: nonsense',
  'Content-Type: application/json',
  'Content-Type: application/x-www-form-urlencoded',
  'Expect: 100-continue',
  'Expect: wonders',
  'Upgrade: websocket\r\nConnection: upgrade',
  `X: ${MARKER.repeat(3_000)}`,
  'X: a\r\n'.repeat(1_500).trim(),
  `X\0: ${MARKER}`,
  ` folded: ${MARKER}`,
  ': nameless',
  `Authorization: Bearer ${MARKER}\u0001`,
);
const body = fc.oneof(
  fc.constantFrom('', '{}', 'abcde', '5\r\nabcde\r\n0\r\n\r\n', 'ffffffffffffffff\r\n', '-1\r\nx'),
  fc.string({ unit: 'binary-ascii' }),
);
const rawRequest = fc
  .tuple(method, target, version, fc.boolean(), fc.array(header, { maxLength: 3 }), body)
  .map(([verb, path, protocol, hasHost, headers, rest]) =>
    [`${verb} ${path} ${protocol}`, ...(hasHost ? ['Host: desk'] : []), ...headers, '', rest].join(
      '\r\n',
    ),
  );

const FORGOT = 'POST /api/auth/forgot-password HTTP/1.1\r\nContent-Type: application/json';

/** Requests that a proxy and this server may parse differently (request smuggling). */
it.each([
  ['two hosts', 'GET /api/meta HTTP/1.1\r\nHost: desk\r\nhOST: evil.example\r\n\r\n'],
  ['the same host twice', 'GET / HTTP/1.1\r\nHost: desk\r\nHost: desk\r\n\r\n'],
  ['two hosts in HTTP/1.0', 'GET /api/meta HTTP/1.0\r\nHost: desk\r\nHost: evil\r\n\r\n'],
  ['no host', 'GET /api/meta HTTP/1.1\r\n\r\n'],
  ['two lengths', `${FORGOT}\r\nHost: desk\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}`],
  [
    'a length and chunks',
    `${FORGOT}\r\nHost: desk\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunks that are not the last encoding',
    `${FORGOT}\r\nHost: desk\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  ],
])('a request with %s is a 400', async (_what, text) => {
  expect(statusOf(await sendRaw(port, text))).toBe(400);
});

it(
  `${RUNS} random raw requests each get a response, without a 5xx and without their input`,
  { timeout: 120_000 + RUNS * 20 },
  async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(rawRequest, async (text) => {
        const received = await sendRaw(port, text);
        const status = statusOf(received);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(status, `${JSON.stringify(text)} got ${JSON.stringify(received)}`).toBeLessThan(500);
        expect(status < 300 || status >= 400).toBe(true);
        expect(received).not.toContain(MARKER);
        expect(received.toLowerCase()).toContain('x-content-type-options: nosniff');
      }),
      { numRuns: RUNS, seed: SEED, timeout: 20_000 },
    );
    expect(server.log()).not.toContain(MARKER);
    expect(statuses.size).toBeGreaterThan(5);
    report('raw requests fuzzed', RUNS);
    process.stdout.write(
      `fuzz: ${JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))}\n`,
    );
  },
);
