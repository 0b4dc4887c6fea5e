/**
 * Every method that Node parses × every path × kinds of body, on a socket: a method that the contract does not define for a path
 * gets the 405 or 404 of any other, whatever its body, and no request gets a 5xx.
 */
import { METHODS } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allCalls } from '../../contract/calls';
import type { Call } from '../../contract/calls/call';
import { report } from '../support/report';
import { sendRaw, statusOf } from '../support/sendRaw';
import { startTestServer, type TestServer } from '../support/testServer';
import { MARKER } from './hostile';

/** Requests sent at the same time. */
const CONCURRENT = 20;

let webFolder: string;
let server: TestServer;
let port: number;
beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'referral-desk-methods-'));
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Desk</title>');
  server = await startTestServer({}, { webFolder });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as { port: number }).port;
});
let sent = 0;
afterAll(async () => {
  report('method × path × body', sent);
  await server.close();
  rmSync(webFolder, { recursive: true });
});

const calls: readonly Call[] = Object.values(allCalls);
const callPaths = [...new Set(calls.map(({ path }) => path))];
const READS: readonly string[] = ['GET', 'HEAD'];

/** The methods of a call's path, as the Allow header lists them. */
function methodsOf(path: string): string[] {
  const methods = calls.filter((call) => call.path === path).map(({ method }) => method);
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

/** A path, the methods that have a route there, and the status of all others. */
interface Target {
  readonly url: string;
  readonly allowed: readonly string[];
  readonly refusal: 404 | 405;
}
const targets: readonly Target[] = [
  ...callPaths.map((path) => ({
    url: `/api${path.replace('{id}', 'some-id')}`,
    allowed: methodsOf(path),
    refusal: 405 as const,
  })),
  ...['/', '/login', '/settings.json', '/assets/none.js'].map((url) => ({
    url,
    allowed: READS,
    refusal: 404 as const,
  })),
  ...['/api', '/api/nothing', '/api/referral/mine/all'].map((url) => ({
    url,
    allowed: [],
    refusal: 404 as const,
  })),
];

const BODIES = {
  'without body and type': '\r\n',
  'with a type and no body': 'Content-Type: application/json\r\n\r\n',
  'with a body and no type': 'Content-Length: 2\r\n\r\n{}',
  'with a body that is not JSON': `Content-Type: application/json\r\nContent-Length: ${MARKER.length}\r\n\r\n${MARKER}`,
  'with chunks of an invalid type': `Content-Type: ${MARKER}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
};

/** What a response should have been, or null. */
function findFault({ allowed, refusal }: Target, method: string, received: string) {
  const status = statusOf(received);
  if (!(status >= 200 && status < 500)) return 'a response without a server error';
  if (received.includes(MARKER)) return 'a response that does not repeat the input';
  if (allowed.includes(method)) return null;
  // Node hands CONNECT over without its path: this server is no proxy.
  if (status !== (method === 'CONNECT' ? 405 : refusal)) return `status ${refusal}`;
  if (refusal === 404 || method === 'CONNECT') return null;
  const listed = /^allow: (.*)$/im.exec(received)?.[1]?.split(', ') ?? [];
  return listed.toSorted().join() === allowed.toSorted().join() ? null : 'Allow with these methods';
}

it.each(Object.entries(BODIES))(
  'every method on every path %s gets the response of its kind',
  async (_what, body) => {
    const plans = METHODS.flatMap((method) => targets.map((target) => ({ method, target })));
    const faults: unknown[] = [];
    const worker = async (): Promise<void> => {
      for (let plan = plans.pop(); plan; plan = plans.pop()) {
        const { method, target } = plan;
        const received = await sendRaw(
          port,
          `${method} ${target.url} HTTP/1.1\r\nHost: desk\r\n${body}`,
        );
        const wanted = findFault(target, method, received);
        if (wanted) faults.push({ method, url: target.url, wanted, status: statusOf(received) });
      }
    };
    sent += plans.length;
    await Promise.all(Array.from({ length: CONCURRENT }, worker));
    expect(faults).toEqual([]);
  },
);
