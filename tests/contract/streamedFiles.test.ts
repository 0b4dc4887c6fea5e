/** Calls whose response is a file, by a call of this test only: access, limits, audit, errors and backpressure. */
import { Duplex, getDefaultHighWaterMark, Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { desc, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allCalls, type AnyCallName } from '../../contract/calls';
import { defineCall, INVALID, SIGNED_IN_ERRORS } from '../../contract/calls/call';
import type { Endpoint } from '../../contract/calls/endpoints';
import { audit_event } from '../../server/db/schema';
import { requireCaller } from '../../server/features/access';
import { auditRead } from '../../server/features/audit';
import { NETWORK_LIMITS } from '../../server/features/limits/limits';
import { NotFoundError } from '../../server/http/errors';
import { registerOperation } from '../../server/http/registerOperation';
import type { StreamedFile } from '../../server/http/streamFile';
import { hashTables } from '../support/databaseState';
import { CALLERS, createFixtures, type Fixtures } from '../support/fixtures';
import { eventually } from '../support/rawConnection';
import { startTestServer, type TestServer } from '../support/testServer';

const NAME = 'exportSample' as AnyCallName;
const PATH = '/api/sample';
const endpoint = {
  method: 'GET',
  path: PATH,
  access: 'audit.list',
  answers: 'file',
} as const satisfies Endpoint;
const call = defineCall(endpoint, {
  summary: 'A sample',
  query: z.object({ size: z.coerce.number().optional() }),
  response: z.file().mime('text/csv'),
  errors: { ...SIGNED_IN_ERRORS, ...INVALID },
});
// @ts-expect-error -- a call that answers a file has the schema of one
defineCall(endpoint, { summary: 'A sample', response: z.object({}), errors: {} });

/** In a message of an error: it must reach neither a client nor the log. */
const SECRET = 'Robin Harper';
const LIMIT = { max: 3, seconds: 60 };

let server: TestServer;
let fixtures: Fixtures;
let bearer: string;
let address: string;
/** What the handler of the test does. */
let respond: (request: FastifyRequest) => Promise<StreamedFile>;

beforeAll(async () => {
  // Files of a worker share the modules.
  Object.assign(allCalls, { [NAME]: call });
  Object.assign(NETWORK_LIMITS, { [NAME]: [LIMIT] });
  server = await startTestServer(
    {},
    {
      addRoutes: (app) =>
        registerOperation(app, NAME, async (_input, request) => (await respond(request)) as never),
    },
  );
  fixtures = await createFixtures(server);
  bearer = fixtures.people.superuser.access;
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${PATH}`;
});
afterAll(async () => {
  for (const table of [allCalls, NETWORK_LIMITS]) Reflect.deleteProperty(table, NAME);
  await server.close();
});
beforeEach(() => {
  respond = async () => ({ name: 'sample.csv', parts: parts('a,b\n', '1,2\n') });
});

async function* parts(...texts: string[]) {
  yield* texts;
}

/** A source without end, and whether it was closed. */
function endless(part: string | Buffer) {
  const source = { isClosed: false, parts: repeat() };
  async function* repeat() {
    try {
      for (;;) yield part;
    } finally {
      source.isClosed = true;
    }
  }
  return source;
}

const authorization = (token = bearer) => ({ authorization: `Bearer ${token}` });
const get = (options: { token?: string; url?: string; from?: string; method?: 'HEAD' } = {}) =>
  server.raw({
    method: options.method ?? 'GET',
    url: options.url ?? PATH,
    headers: authorization(options.token),
    ...(options.from !== undefined && { remoteAddress: options.from }),
  });
const latestEntry = async () => {
  const [entry] = await server.db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1);
  return entry;
};
const idOfLatest = async () => (await latestEntry())?.id ?? 0;

describe('a file', () => {
  it.each([
    ['an async generator', () => parts('a,b\n', '1,2\n')],
    ['a Node stream', () => Readable.from(['a,b\n', '1,2\n'])],
    ['a web stream', () => new Blob(['a,b\n', '1,2\n']).stream()],
  ])('from %s has its media type, name, and no copy in a cache', async (_what, open) => {
    respond = async () => ({ name: 'sample.csv', parts: open() });
    const { status, text, headers } = await get();
    expect({ status, text }).toEqual({ status: 200, text: 'a,b\n1,2\n' });
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/csv\b/),
      'content-disposition': 'attachment; filename="sample.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('may be empty', async () => {
    respond = async () => ({ name: 'empty.csv', parts: parts() });
    expect(await get()).toMatchObject({ status: 200, text: '' });
  });

  it('with characters in its name that a header or a folder would interpret is not sent', async () => {
    for (const name of ['a".csv', 'a b.csv', '../a.csv', 'a\r\nb.csv']) {
      respond = async () => ({ name, parts: parts('a') });
      const { status, headers } = await get();
      expect(status).toBe(500);
      expect(headers).not.toHaveProperty('content-disposition');
    }
  });

  it('is in the API document with its media type', async () => {
    const { body } = await server.raw({ method: 'GET', url: '/api/openapi.json' });
    expect(body).toMatchObject({
      paths: {
        [PATH]: {
          get: {
            operationId: NAME,
            security: [{ bearer: [] }],
            responses: {
              200: {
                content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
              },
              403: { content: { 'application/json': {} } },
            },
          },
        },
      },
    });
  });

  it('is not read for HEAD beyond its first part', async () => {
    const source = endless('x'.repeat(1_024));
    respond = async () => ({ name: 'endless.csv', parts: source.parts });
    expect(await get({ method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    await eventually(() => expect(source.isClosed).toBe(true));
  });
});

describe('access', () => {
  it.each(CALLERS)('%s gets the file, or a refusal with one audit entry', async (caller) => {
    const [status, outcome] = {
      superuser: [200, 'done'] as const,
      anonymous: [401, 'refused'] as const,
    }[caller as string] ?? [403, 'refused'];
    const read: string[] = [];
    respond = async (request) => {
      const { accountId } = await requireCaller(request);
      return auditRead(
        request,
        accountId,
        async () => ({ name: 'a.csv', parts: parts((read.push('a'), 'a')) }),
        () => ['record'],
      );
    };
    const before = await idOfLatest();
    const tables = await hashTables(server.db);
    const answer = await server.raw({
      method: 'GET',
      url: PATH,
      headers: caller === 'anonymous' ? {} : authorization(fixtures.bearer(caller)),
    });
    expect(answer.status).toBe(status);
    expect(read).toEqual(status === 200 ? ['a'] : []);
    expect(answer.body).toEqual(status === 200 ? 'a' : { detail: expect.any(String) });
    expect(await latestEntry()).toMatchObject({
      id: before + 1,
      action: NAME,
      outcome,
      record_ids: status === 200 ? ['record'] : [],
    });
    expect(await hashTables(server.db)).toEqual(tables);
  });

  it('validates the request, and answers an error as JSON', async () => {
    const { status, body } = await get({ url: `${PATH}?size=many` });
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ['query', 'size'] }] });
  });

  it('counts against the limit of the call', async () => {
    const from = '192.0.2.77';
    const statuses = [];
    for (let time = 0; time <= LIMIT.max; time += 1) statuses.push((await get({ from })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('a route of a file without an access rule does not start', async () => {
    const addRoutes: Parameters<typeof startTestServer>[1] = {
      addRoutes: (app) => void app.get('/api/bare', async () => Readable.from(['a'])),
    };
    await expect(startTestServer({}, addRoutes)).rejects.toThrow(
      'These routes have no access rule: GET /api/bare, HEAD /api/bare',
    );
  });
});

describe('the audit entry', () => {
  /** Reads each part as personal data, while the file is sent. */
  const readInParts = async (request: FastifyRequest): Promise<StreamedFile> => {
    const { accountId } = await requireCaller(request);
    const read = (text: string) =>
      auditRead(
        request,
        accountId,
        async () => text,
        () => [text],
      );
    return {
      name: 'parts.csv',
      parts: (async function* readParts() {
        yield await read('one');
        await beforeSecond();
        yield await read('two');
      })(),
    };
  };
  let beforeSecond: () => Promise<unknown>;
  const hideTrail = () => server.db.execute(sql`alter table audit_event rename to audit_away`);
  const showTrail = () => server.db.execute(sql`alter table audit_away rename to audit_event`);

  it('of each part is on disk before the part leaves', async () => {
    respond = readInParts;
    const before = await idOfLatest();
    let entries: unknown;
    beforeSecond = async () => {
      entries = await latestEntry();
    };
    expect(await get()).toMatchObject({ status: 200, text: 'onetwo' });
    expect(entries).toMatchObject({ id: before + 1, record_ids: ['one'] });
    expect(await latestEntry()).toMatchObject({ id: before + 2, record_ids: ['two'] });
  });

  it('that cannot be written prevents the response', async () => {
    respond = readInParts;
    beforeSecond = async () => undefined;
    await hideTrail();
    const answer = await get();
    await showTrail();
    expect(answer).toMatchObject({ status: 500, body: { detail: expect.any(String) } });
    expect(answer.headers).not.toHaveProperty('content-disposition');
    expect(answer.text).not.toContain('one');
  });

  it('of a later part that cannot be written closes the connection before that part', async () => {
    respond = readInParts;
    let arrive = () => {};
    const arrived = new Promise<void>((done) => (arrive = done));
    beforeSecond = () => arrived.then(hideTrail);
    const response = await fetch(address, { headers: authorization() });
    const received = await receiveUntilCut(response, arrive);
    await showTrail();
    expect(received).toBe('one');
  });
});

/**
 * What arrives of a response before its connection is cut. Fails if the response ends.
 * @param onPart called once something has arrived
 */
async function receiveUntilCut(response: Response, onPart?: () => void): Promise<string> {
  let received = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      received += decoder.decode(part);
      onPart?.();
    }
  };
  await expect(read()).rejects.toThrow('terminated');
  return received;
}

describe('an error', () => {
  async function* failAfter(arrived: Promise<void>, error: Error) {
    yield 'part';
    await arrived;
    throw error;
  }
  // oxlint-disable-next-line require-yield -- it fails first
  async function* failAtOnce(error: Error): AsyncGenerator<string> {
    throw error;
  }

  it.each([
    [404, new NotFoundError()],
    [500, new Error(SECRET)],
  ])('before the first byte is a %i in JSON', async (status, error) => {
    respond = async () => ({ name: 'a.csv', parts: failAtOnce(error) });
    const answer = await get();
    expect(answer).toMatchObject({ status, body: { detail: expect.any(String) } });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers).not.toHaveProperty('content-disposition');
    expect(server.log()).not.toContain(SECRET);
  });

  it('after the first byte closes the connection, and is logged without its message', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((done) => (arrive = done));
    respond = async () => ({ name: 'a.csv', parts: failAfter(arrived, new TypeError(SECRET)) });
    const response = await fetch(address, { headers: authorization() });
    expect(await receiveUntilCut(response, arrive)).toBe('part');
    const isAboutIt = (line: string) => line.includes('response cut off');
    const line = server.log().split('\n').findLast(isAboutIt) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ route: PATH, fault: { name: 'TypeError' } });
    expect(server.log()).not.toContain(SECRET);
  });

  it('at the first byte gets an error response or a closed connection, never a complete file', async () => {
    respond = async () => ({
      name: 'a.csv',
      parts: failAfter(Promise.resolve(), new Error(SECRET)),
    });
    const response = await fetch(address, { headers: authorization() });
    if (response.status === 200) expect(await receiveUntilCut(response)).toBe('part');
    else expect(await response.json()).toEqual({ detail: expect.any(String) });
  });
});

describe('a client that reads nothing', () => {
  const PART = Buffer.alloc(64 * 1024, 'x');
  const PARTS = 800;
  /** What both streams between source and connection hold at most: each takes a last part while it is just below its mark. */
  const MOST = 2 * (getDefaultHighWaterMark(false) + PART.length);

  /** A connection that holds back the first write, until `goOn` is called. */
  class HeldConnection extends Duplex {
    readonly remoteAddress = '198.51.100.20';
    taken = 0;
    last = '';
    #goOn: (() => void) | undefined;
    #isHeld = true;

    override _read() {}
    override _write(bytes: Buffer, _encoding: string, done: () => void) {
      this.taken += bytes.length;
      this.last = bytes.subarray(-8).toString();
      if (!this.#isHeld) return void setImmediate(done);
      this.#goOn = done;
      this.emit('held');
      return undefined;
    }
    goOn() {
      this.#isHeld = false;
      this.#goOn?.();
    }
  }

  function connect(): HeldConnection {
    const connection = new HeldConnection();
    server.app.server.emit('connection', connection);
    const lines = [
      `GET ${PATH} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Connection: close',
      `Authorization: Bearer ${bearer}`,
    ];
    connection.push(`${lines.join('\r\n')}\r\n\r\n`);
    return connection;
  }

  it('pauses the source until it reads (backpressure): 50 MB are never in memory', async () => {
    let read = 0;
    let mostHeld = 0;
    const connection = new Promise<HeldConnection>((held) => {
      const opened = connect();
      opened.once('held', () => held(opened));
      respond = async () => ({
        name: 'large.csv',
        parts: (async function* large() {
          for (let index = 0; index < PARTS; index += 1) {
            read += PART.length;
            mostHeld = Math.max(mostHeld, read - opened.taken);
            yield PART;
          }
        })(),
      });
    });
    const held = await connection;
    // Nothing but the event loop's turns could let it read on.
    for (let turn = 0; turn < 100; turn += 1) await new Promise((done) => setImmediate(done));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(MOST);

    const ended = new Promise((done) => held.once('finish', done));
    held.goOn();
    await ended;
    expect(read).toBe(PARTS * PART.length);
    expect(held.taken).toBeGreaterThan(read);
    expect(held.last).toMatch(/0\r\n\r\n$/);
    expect(mostHeld).toBeLessThanOrEqual(MOST);
  });

  it('and disconnects closes the source', async () => {
    const source = endless(PART);
    respond = async () => ({ name: 'endless.csv', parts: source.parts });
    const connection = connect();
    connection.once('held', () => connection.destroy());
    await eventually(() => expect(source.isClosed).toBe(true));
  });
});
