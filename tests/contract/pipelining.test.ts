/** Pipelined requests: a limited number is handled concurrently, and they are answered in order. */
import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

const LIMIT = 4;
const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

let server: RawServer;
/** What was handled, in order, and how to end each handler of /held. */
const started: string[] = [];
const held: (() => void)[] = [];
/** Called when /plain is next handled. */
let onPlain: (() => void) | undefined;
let load = { running: 0, most: 0 };

function track(reply: FastifyReply) {
  const current = load;
  current.running += 1;
  current.most = Math.max(current.most, current.running);
  reply.raw.once('close', () => (current.running -= 1));
}

beforeAll(async () => {
  server = await startRawServer({}, (app) => {
    app.all<{ Params: { name: string } }>('/held/:name', async (request, reply) => {
      track(reply);
      started.push(request.params.name);
      await new Promise<void>((done) => held.push(done));
      return `${request.params.name} ${JSON.stringify(request.body ?? '')};`;
    });
    app.get('/large', (_request, reply) => {
      track(reply);
      started.push('large');
      return reply.send(MEGABYTE);
    });
    app.get('/plain', () => {
      started.push('plain');
      onPlain?.();
      onPlain = undefined;
      return 'plain';
    });
  });
});
afterAll(() => server.close());
beforeEach(() => {
  started.length = 0;
  held.length = 0;
  load = { running: 0, most: 0 };
});

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const getHeld = (count: number) =>
  names(count)
    .map((name) => get(`/held/${name}`))
    .join('');
/** Ends the handlers one after the other until `count` have run. */
async function releaseAll(count: number) {
  for (let ended = 0; ended < count; ended += 1)
    await eventually(() => {
      const release = held.shift();
      if (!release) throw new Error('none is running');
      release();
    });
}

it('production handles four concurrent requests of a connection', () => {
  expect(CONNECTION_LIMITS.unanswered).toBe(LIMIT);
});

it('pipelined requests are handled four at a time and answered in order', async () => {
  const { client } = await server.connect();
  const received = receive(client);
  client.write(getHeld(20));
  await eventually(() => expect(held.length).toBeGreaterThanOrEqual(LIMIT));
  await letHappen();
  expect(started).toEqual(names(LIMIT));

  await releaseAll(20);
  await eventually(() => expect(bodiesOf(received.text())).toHaveLength(20));
  expect(bodiesOf(received.text())).toEqual(names(20).map((name) => `${name} "";`));
  expect(started).toEqual(names(20));
  expect(load.most).toBe(LIMIT);
  client.destroy();
});

it('a response that waits for an earlier one counts as unanswered', async () => {
  const { client } = await server.connect();
  client.write(get('/held/first') + get('/large').repeat(9));
  await eventually(() => expect(started.length).toBeGreaterThanOrEqual(LIMIT));
  await letHappen();
  expect(started).toEqual(['first', 'large', 'large', 'large']);
  held[0]?.();
  client.destroy();
});

it('the socket is paused while requests wait', async () => {
  const { client, served } = await server.connect();
  const requests = getHeld(5_000);
  client.write(requests);
  await eventually(() => expect(held.length).toBeGreaterThanOrEqual(LIMIT));
  for (let times = 0; times < 5; times += 1) await letHappen();
  // Node reads 64 KiB at once.
  expect(served.bytesRead).toBeLessThan(requests.length / 2);
  client.destroy();
  served.destroy();
});

it('a client that reads nothing has at most four requests in progress', async () => {
  const { client, served } = await server.connect();
  client.pause();
  client.write(get('/large').repeat(1_200));
  await eventually(() => expect(served.writableLength).toBeGreaterThan(0));
  await letHappen();
  expect(load.most).toBe(LIMIT);
  // The system buffers a few megabytes for each connection.
  expect(started.length).toBeLessThan(60);
  client.destroy();
});

it('waiting requests of a disconnected client are dropped', async () => {
  const { client, served } = await server.connect();
  client.write(getHeld(20));
  await eventually(() => expect(held).toHaveLength(LIMIT));
  const closed = closeOf(served);
  client.resetAndDestroy();
  held[0]?.();
  await closed;
  for (const release of held) release();
  await letHappen();
  expect(started.length).toBeLessThan(20);
});

it('requests of other connections are handled between the pipelined ones', async () => {
  const flood = await server.connect();
  const received = receive(flood.client);
  const other = await server.connect();
  onPlain = () => other.client.write(getHeld(1));
  flood.client.write(get('/plain').repeat(1_200));
  await eventually(() => expect(bodiesOf(received.text())).toHaveLength(1_200));
  await releaseAll(1);
  expect(started.indexOf('n0')).toBeLessThan(600);
  flood.client.destroy();
  other.client.destroy();
});

it('a client that closes its sending half gets all responses to its pipelined requests', async () => {
  const { client } = await server.connect();
  const received = receive(client);
  client.end(getHeld(12));
  await releaseAll(12);
  await once(client, 'end');
  expect(bodiesOf(received.text())).toEqual(names(12).map((name) => `${name} "";`));
});

it('the bodies of pipelined requests that arrive in pieces are assigned to their requests', async () => {
  const { client } = await server.connect();
  const received = receive(client);
  const json = JSON.stringify('y'.repeat(30_000));
  const post = (name: string) =>
    `POST /held/${name} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${json.length}\r\n\r\n${json}`;
  const text = names(12).map(post).join('');
  for (let from = 0; from < text.length; from += 10_007)
    client.write(text.slice(from, from + 10_007));
  await releaseAll(12);
  await eventually(() => expect(bodiesOf(received.text())).toHaveLength(12));
  expect(bodiesOf(received.text())).toEqual(names(12).map((name) => `${name} ${json};`));
  expect(load.most).toBeLessThanOrEqual(LIMIT);
  client.destroy();
});

it('HEAD and a refused Expect are answered in the order of the pipelined requests', async () => {
  const { client } = await server.connect();
  const received = receive(client);
  client.write(
    getHeld(6) +
      get('/plain').replace('GET', 'HEAD') +
      'GET /plain HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n',
  );
  await releaseAll(6);
  await once(client, 'end');
  const statuses = [...received.text().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, each]) => each);
  expect(statuses).toEqual([...Array.from({ length: 7 }, () => '200'), '417']);
});
