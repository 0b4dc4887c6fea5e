import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../contract/calls/endpoints';
import { createHttp } from './http';
import type { Call } from './middleware';

const session = { pair: null, owner: null };
let server: Server;
let baseUrl: string;
let received: Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string };
let answer: { status: number; type: string; body: string | Uint8Array };

async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*, authorization');
  response.setHeader('access-control-expose-headers', 'retry-after');
  if (request.method !== 'OPTIONS') {
    const { method, url, headers } = request;
    received = { method, url, headers, body: await text(request) };
    response.writeHead(answer.status, { 'content-type': answer.type, 'retry-after': '7' });
    response.write(answer.body);
  }
  response.end();
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void answerTo(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answer = { status: 200, type: 'application/json', body: '{"count":7}' };
});

const send = (call: Omit<Call, 'session'>) => createHttp(baseUrl)({ session, ...call });

it('sends path, query, headers and body as the contract says', async () => {
  const headers = { 'If-Match': '"7"' };
  const params = { id: 'a/b' };
  const body = { fullname: 'Zoë' };
  await send({ name: 'updateAccount', request: { params, headers, body }, bearer: 'token' });
  expect(received).toMatchObject({
    method: 'POST',
    url: '/api/accounts/update/a%2Fb',
    headers: {
      authorization: 'Bearer token',
      'content-type': 'application/json',
      'if-match': '"7"',
    },
    body: JSON.stringify(body),
  });
  await send({ name: 'searchAccounts', request: { query: { query: 'a b' } } });
  expect(received).toMatchObject({ method: 'GET', url: '/api/accounts/search?query=a+b' });
  expect(received.headers).not.toHaveProperty('authorization');
});

it('sends the XSRF cookie of the page to no other origin', async () => {
  document.cookie = 'XSRF-TOKEN=secret; path=/';
  await send({ name: 'countReferrals', request: {} });
  document.cookie = 'XSRF-TOKEN=; path=/; max-age=0';
  expect(received.headers).not.toHaveProperty('x-xsrf-token');
});

it('encodes a login as a form', async () => {
  await send({ name: 'login', request: { body: { username: 'a@b.example', password: 'ä&' } } });
  expect(received.headers['content-type']).toMatch('application/x-www-form-urlencoded');
  expect(received.body).toBe('username=a%40b.example&password=%C3%A4%26');
});

it.each([
  ['JSON', 200, '{"count":7}', { count: 7 }],
  ['no JSON', 200, '<html>', '<html>'],
  ['a refusal', 422, '{"detail":"x"}', { detail: 'x' }],
])('returns a response, whatever its status: %s', async (_what, status, body, data) => {
  answer = { status, type: 'text/plain', body };
  const response = await send({ name: 'countReferrals', request: {} });
  expect(response).toMatchObject({ status, data });
  expect(response.header('retry-after')).toBe('7');
  expect(response.header('x-other')).toBeUndefined();
});

it('throws an ApiError when no response comes, and the reason when it is aborted', async () => {
  const nowhere = createHttp('http://127.0.0.1:1/api');
  const call = { name: 'meta', request: {}, session } as const;
  await expect(nowhere(call)).rejects.toMatchObject({ name: 'ApiError', kind: 'network' });
  const leaving = new AbortController();
  leaving.abort();
  await expect(send({ ...call, signal: leaving.signal })).rejects.toBe(leaving.signal.reason);
});

describe('a call that answers with a file', () => {
  const { health } = allEndpoints;
  beforeEach(() => {
    allEndpoints.health = { ...health, answers: 'file' };
  });
  afterEach(() => {
    allEndpoints.health = health;
  });

  it('returns its bytes as they are', async () => {
    const bytes = Uint8Array.of(0xff, 0x00, 0x22, 0x31);
    answer = { status: 200, type: 'text/csv', body: bytes };
    const { data } = await send({ name: 'health', request: {} });
    const buffer = await (data as Blob).arrayBuffer();
    expect(Array.from(new Uint8Array(buffer))).toEqual(Array.from(bytes));
  });

  it.each([
    ['{"detail":"not_approved"}', { detail: 'not_approved' }],
    ['<html>', ''],
  ])('returns a refusal as any other call: %s', async (body, data) => {
    answer = { status: 403, type: 'application/json', body };
    await expect(send({ name: 'health', request: {} })).resolves.toMatchObject({ data });
  });
});
