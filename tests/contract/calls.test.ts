/** Each of the 29 calls of the contract: one route, valid payloads accepted, invalid ones refused field by field. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { allCalls, calls } from '../../contract/calls';
import { type Call, issuesSchema } from '../../contract/calls/call';
import { type CallName, endpoints, takesKey, takesVersion } from '../../contract/calls/endpoints';
import { hashTables } from '../support/databaseState';
import { validInputs } from '../support/validInputs';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, type Fixtures } from '../support/fixtures';
import { MARKER, requiredFields, wrongValues } from './wrongValues';

let server: TestServer;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const names = Object.keys(endpoints) as CallName[];
const table: Record<CallName, Call> = calls;
const withBody = names.filter((name) => table[name].body);
const bodyOf = (name: CallName) => table[name].body ?? z.unknown();
const bearerFor = (name: CallName) =>
  name === 'refresh' ? fixtures.people.superuser.refresh : fixtures.people.superuser.access;

const opaque = z.record(z.string(), z.unknown());
const inputSchema = z.object({ params: z.record(z.string(), z.string()).optional(), body: opaque });
/** A valid body to alter, and the path parameters. */
async function rightInput(name: CallName) {
  const { params, body } = inputSchema.parse(await validInputs[name](fixtures));
  return { right: body, params: params ? { params } : {} };
}

describe.each(names)('%s', (name) => {
  it('accepts a valid payload and returns what its schema defines', async () => {
    const input = await validInputs[name](fixtures);
    const answer = await server.call(name, input, bearerFor(name));
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(() => table[name].response.parse(answer.body)).not.toThrow();
  });

  it('is in the API document with its method', async () => {
    const { body } = await server.raw({ method: 'GET', url: '/api/openapi.json' });
    const { paths } = z.object({ paths: z.record(z.string(), opaque) }).parse(body);
    const { method, path } = table[name];
    const documented = Object.entries(paths).filter(
      ([url, methods]) => url.endsWith(path) && Object.hasOwn(methods, method.toLowerCase()),
    );
    expect(documented).toHaveLength(1);
  });
});

const documentedSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string().optional(),
        parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
        requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
      }),
    ),
  ),
});

describe('the API document', () => {
  it('is generated once, and not sent again to a client that has it', async () => {
    const first = await server.raw({ method: 'GET', url: '/api/openapi.json' });
    const generate = vi.spyOn(server.app, 'swagger');
    const again = await server.raw({
      method: 'GET',
      url: '/api/openapi.json',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again).toMatchObject({ status: 304, text: '' });
    const other = await server.raw({
      method: 'GET',
      url: '/api/openapi.json',
      headers: { 'if-none-match': '"other"' },
    });
    expect(other).toMatchObject({ status: 200, text: first.text });
    expect(generate).not.toHaveBeenCalled();
  });

  it('names the header of each call that takes one', async () => {
    const { body } = await server.raw({ method: 'GET', url: '/api/openapi.json' });
    const { paths } = documentedSchema.parse(body);
    const shown = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, parameters }) =>
        parameters
          .filter((each) => each.in === 'header')
          .map(({ name }) => `${operationId} ${name}`),
      );
    const agreed = Object.entries<Call>(allCalls).flatMap(([name, call]) => [
      ...(takesKey(call) ? [`${name} idempotency-key`] : []),
      ...(takesVersion(call) ? [`${name} if-match`] : []),
    ]);
    expect(agreed.length).toBeGreaterThan(0);
    expect(shown.toSorted()).toEqual(agreed.toSorted());
  });

  it('names the encoding of each call with a body', async () => {
    const { body } = await server.raw({ method: 'GET', url: '/api/openapi.json' });
    const encodings = Object.values(documentedSchema.parse(body).paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, requestBody }) =>
        Object.keys(requestBody?.content ?? {}).map((encoding) => `${operationId} ${encoding}`),
      );
    const encodingOf = (call: Call) =>
      call.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    const agreed = Object.entries<Call>(allCalls).flatMap(([name, call]) =>
      call.body ? [`${name} ${encodingOf(call)}`] : [],
    );
    expect(encodings.toSorted()).toEqual(agreed.toSorted());
  });

  it('names the calls of the contract and no others', async () => {
    const { body } = await server.raw({ method: 'GET', url: '/api/openapi.json' });
    const { paths } = z.object({ paths: z.record(z.string(), opaque) }).parse(body);
    const documented = Object.entries(paths).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${url.replace('/api', '')}`),
    );
    const agreed = Object.values(allCalls).map(({ method, path }) => `${method} ${path}`);
    expect(documented.toSorted()).toEqual(agreed.toSorted());
  });
});

describe.each(withBody)('%s refuses', (name) => {
  it('an invalid value in any field, with a 422 that names the field and does not repeat the value', async () => {
    const { params, right } = await rightInput(name);
    const before = await hashTables(server.db);
    const wrong = wrongValues(bodyOf(name)).filter(({ refused }) => refused);
    expect(wrong.length).toBeGreaterThan(0);
    for (const { field, what, value } of wrong) {
      // A form contains only well-formed strings.
      const fits = typeof value === 'string' && !/\p{Cs}/u.test(value);
      if (table[name].encoding === 'form' && !fits) continue;
      const input = { body: { ...right, [field]: value } };
      const answer = await server.call(name, { ...params, ...input }, bearerFor(name));
      expect({ field, what, status: answer.status }).toEqual({ field, what, status: 422 });
      const { detail } = issuesSchema.strict().parse(answer.body);
      expect(detail.map((issue) => issue.loc[1])).toContain(field);
      expect(detail.every((issue) => issue.loc[0] === 'body')).toBe(true);
      expect(answer.text).not.toContain(MARKER);
      expect(answer.text).not.toContain('"input"');
    }
    expect(await hashTables(server.db)).toEqual(before);
  });

  it('a missing field, with a 422 that names it', async () => {
    const { params, right } = await rightInput(name);
    for (const field of requiredFields(bodyOf(name))) {
      const { [field]: _left, ...rest } = right;
      const answer = await server.call(name, { ...params, body: rest }, bearerFor(name));
      expect({ field, status: answer.status }).toEqual({ field, status: 422 });
      const { detail } = issuesSchema.parse(answer.body);
      expect(detail.map((issue) => issue.loc[1])).toContain(field);
    }
  });

  it('nothing with a 5xx, whatever a field contains', async () => {
    const { params, right } = await rightInput(name);
    for (const { field, what, value } of wrongValues(bodyOf(name))) {
      if (field === 'role' || table[name].encoding === 'form') continue;
      const body = { ...right, [field]: value };
      const answer = await server.call(name, { ...params, body }, bearerFor(name));
      expect({ field, what, fault: answer.status >= 500 }).toEqual({ field, what, fault: false });
    }
  });
});
