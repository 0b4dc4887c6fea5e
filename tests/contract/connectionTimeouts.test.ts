/** A client that sends a request too slowly, or reads nothing, is disconnected. A slow reader and a slow handler are not. */
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EXHAUSTIVE } from '../support/exhaustive';
import { CONNECTION_LIMITS } from '../../server/http/createHttpServer';
import {
  bodiesOf,
  closeOf,
  eventually,
  letHappen,
  type RawServer,
  receive,
  startRawServer,
} from '../support/rawConnection';

const REQUEST_TIMEOUT = 1_000;
const CHECK_INTERVAL = 10;
const { sendTimeout } = CONNECTION_LIMITS;
/** More than the system buffers for a connection on both sides. */
const MORE_THAN_BUFFERS = 12 * 1024 * 1024;
const LARGE = Buffer.alloc(5 * MORE_THAN_BUFFERS, 'x');

let server: RawServer;
const held: (() => void)[] = [];
const handled = vi.fn<(body: unknown) => void>();

beforeAll(async () => {
  const limits = { requestTimeout: REQUEST_TIMEOUT, checkInterval: CHECK_INTERVAL };
  server = await startRawServer(limits, (app) => {
    app.get('/plain', () => 'plain');
    app.post('/body', (request) => {
      handled(request.body);
      return 'stored';
    });
    app.get('/large', (_request, reply) => reply.send(LARGE));
    app.get('/held', async () => {
      await new Promise<void>((done) => held.push(done));
      return 'late';
    });
  });
});
afterAll(() => server.close());

/** Advances the clock that measures how long a client has taken nothing. */
function controlClock() {
  let ahead = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  return { advance: (milliseconds: number) => (ahead += milliseconds) };
}

/** Sends a text again and again, until the connection is closed. */
function keepSending(client: Socket, text: string): void {
  const timer = setInterval(() => client.write(text), CHECK_INTERVAL);
  client.once('error', () => clearInterval(timer)).once('close', () => clearInterval(timer));
}

it('production has timeouts of 30 s for receiving a request and for a client that reads nothing', () => {
  expect(CONNECTION_LIMITS).toMatchObject({ requestTimeout: 30_000, sendTimeout: 30_000 });
});

describe('a request that does not arrive in time gets a 408, and its connection ends', () => {
  const HEAD = 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const LENGTH = 'Content-Length: 50000\r\n\r\n';

  it.concurrent.each([
    ['nothing', '', ''],
    ['half of its headers', HEAD, ''],
    ['headers, line by line', HEAD, 'X: y\r\n'],
    ['headers, a byte at a time', HEAD, 'x'],
    ['headers without the body', HEAD + LENGTH, ''],
    ['a body, a byte at a time', HEAD + LENGTH, ' '],
    ['a body of chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ])('%s; the client sends on and closes nothing', async (_what, text, further) => {
    for (const earlier of ['', 'GET /plain HTTP/1.1\r\nHost: a\r\n\r\n']) {
      // A connection that was used before and sends nothing is idle, and may stay.
      if (earlier && !text) continue;
      const { client, served } = await server.connect();
      const closed = closeOf(served);
      const received = receive(client);
      client.write(earlier);
      if (earlier) await eventually(() => expect(received.text()).toContain('plain'));
      client.write(text);
      if (further) keepSending(client, further);
      await closed;
      await eventually(() => expect(received.text()).toContain('HTTP/1.1 408 Request Timeout'));
      expect(bodiesOf(received.text()).at(-1)).toBe('{"detail":"The request took too long"}');
      client.destroy();
    }
    expect(handled).not.toHaveBeenCalled();
  });

  it('a CONNECT ends its connection, too, whatever the client does', async () => {
    const { client, served } = await server.connect();
    const closed = closeOf(served);
    const received = receive(client);
    client.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
    await closed;
    await eventually(() => expect(received.text()).toContain('HTTP/1.1 405 '));
    client.destroy();
  });
});

describe('a client that reads nothing of a response', () => {
  it.each([
    ['silent', ''],
    ['sending empty lines', '\r\n'],
    ['sending further requests', 'GET /plain HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('is disconnected after 30 s, not before: %s', async (_what, further) => {
    const clock = controlClock();
    const { client, served } = await server.connect();
    const closed = closeOf(served);
    client.pause();
    client.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(() => expect(served.writableLength).toBeGreaterThan(0));
    if (further) keepSending(client, further);
    await letHappen();
    clock.advance(sendTimeout - 1_000);
    await letHappen();
    expect(served.destroyed).toBe(false);

    clock.advance(sendTimeout);
    await closed;
    client.destroy();
  });

  it('is disconnected, too, when it has sent everything and closed that half', async () => {
    const clock = controlClock();
    const { client, served } = await server.connect();
    const closed = closeOf(served);
    client.pause();
    client.end('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(() => expect(served.writableLength).toBeGreaterThan(0));
    await letHappen();
    clock.advance(sendTimeout);
    await closed;
    client.destroy();
  });
});

it('a client that reads slowly gets the complete response, without a timeout', async () => {
  const clock = controlClock();
  const { client } = await server.connect();
  let received = 0;
  client.on('data', (part: Buffer) => (received += part.length));
  client.pause();
  client.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  while (received < LARGE.length) {
    // What it reads is more than the buffers hold, so the server has sent some of the only write of this response.
    const wanted = received + MORE_THAN_BUFFERS;
    client.resume();
    await eventually(() => expect(received).toBeGreaterThan(Math.min(wanted, LARGE.length)));
    client.pause();
    await letHappen();
    clock.advance(sendTimeout - 1_000);
    await letHappen();
  }
  client.destroy();
});

it('a slow handler is not disconnected by the send timeout', async () => {
  const clock = controlClock();
  const { client } = await server.connect();
  const received = receive(client);
  client.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n');
  await eventually(() => expect(held).toHaveLength(1));
  for (let passed = 0; passed < 3; passed += 1) {
    clock.advance(10 * sendTimeout);
    await letHappen();
  }
  held[0]?.();
  await eventually(() => expect(bodiesOf(received.text())).toEqual(['late']));
  client.destroy();
});

it.runIf(EXHAUSTIVE)(
  'the request timeout and the send timeout take 30 s in production',
  async () => {
    const production = await startRawServer({}, (app) => {
      app.get('/large', (_request, reply) => reply.send(LARGE));
    });
    const secondsUntilClosed = async (text: string, further: string) => {
      const { client, served } = await production.connect();
      const start = performance.now();
      const closed = closeOf(served);
      client.pause();
      client.write(text);
      keepSending(client, further);
      await closed;
      return (performance.now() - start) / 1_000;
    };
    const seconds = await Promise.all([
      secondsUntilClosed('GET / HTTP/1.1\r\n', 'x'),
      secondsUntilClosed('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n', 'x'),
      secondsUntilClosed('GET /large HTTP/1.1\r\nHost: a\r\n\r\n', '\r\n'),
    ]);
    for (const each of seconds) {
      expect(each).toBeGreaterThan(29);
      expect(each).toBeLessThan(40);
    }
    await production.close();
  },
);
