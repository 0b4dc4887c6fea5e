/**
 * Random requests drawn by fast-check: a call of the contract with a valid input that is then mutated, by any caller, and
 * occasionally with a method, path, content type or header that no client sends.
 */
import { METHODS } from 'node:http';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { type AnyCallName, allCalls } from '../../contract/calls';
import type { Call } from '../../contract/calls/call';
import type { AnyInput } from '../support/testServer';
import { CALLERS, type CallerKind } from '../support/fixtures';
import { hostileText, hostileValue, longPath, MARKER, rawBody, rawQuery } from './hostile';

const table: Record<AnyCallName, Call> = allCalls;
const names = Object.keys(allCalls) as AnyCallName[];

/** Valid inputs for each call; several, because most can be used only once. */
export type ValidInputs = Readonly<Record<AnyCallName, readonly AnyInput[]>>;

/** A mutation of the value at the end of a path through the body, or of a key beside it. */
interface Mutation {
  readonly walk: readonly number[];
  readonly how: 'replace' | 'remove' | 'add' | 'nest';
  readonly key: string;
  readonly value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  walk: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'nest'),
  key: hostileText,
  value: hostileValue,
});

const headerText = fc.constantFrom(
  MARKER,
  '',
  'a'.repeat(4_000),
  ','.repeat(15_000),
  '1.'.repeat(7_000),
  `Bearer ${' '.repeat(14_000)}`,
  '; lang='.repeat(2_000),
  'es;q=0.1,'.repeat(1_500),
  `[${':'.repeat(14_000)}`,
  '*',
  '0',
  '-1',
  'é',
  '"',
  'bytes=0-1,2-3',
  'gzip',
  'https://evil.example',
  'null',
  'es;q=0.1, *',
);
const headerName = fc.constantFrom(
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-encoding',
  'cookie',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'idempotency-key',
  'origin',
  'range',
  'referer',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'x-request-id',
  'x-xsrf-token',
);
const contentType = fc.constantFrom(
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json, text/html',
  MARKER,
  '',
);

/** On a socket, CONNECT never reaches Fastify (http/clientErrors.ts): methods.test.ts sends it there. */
const INJECTED_METHODS = METHODS.filter((method) => method !== 'CONNECT');

/** Draws null except once in `times`. */
const seldom = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

export const requestPlans = fc.record({
  name: fc.constantFrom(...names),
  /** Index of the valid input. */
  input: fc.nat(1_000),
  caller: fc.oneof(
    { weight: 5, arbitrary: fc.constant<CallerKind>('superuser') },
    { weight: 5, arbitrary: fc.constantFrom<CallerKind>(...CALLERS) },
  ),
  mutations: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: 4, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
  ),
  query: seldom(5, fc.oneof(rawQuery, hostileText.map(encodeQuery))),
  id: seldom(4, hostileText),
  body: seldom(8, fc.oneof(rawBody, hostileValue.map(encodeJson))),
  bearer: seldom(20, hostileText),
  type: seldom(20, contentType),
  method: seldom(20, fc.constantFrom(...INJECTED_METHODS)),
  /** Replaces the whole URL. */
  longPath: seldom(25, longPath),
  path: seldom(
    25,
    fc.constantFrom('/', '//', '/.', ';a=b', '%00', '%ff', '%2f', '/x', '?', '#', `/${MARKER}`),
  ),
  headers: fc.oneof(
    { weight: 49, arbitrary: fc.dictionary(headerName, headerText, { maxKeys: 2 }) },
    { weight: 1, arbitrary: fc.nat(1_500).map(manyHeaders) },
  ),
});
export type RequestPlan = typeof requestPlans extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function manyHeaders(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'a']));
}

function encodeQuery(text: string): string {
  return new URLSearchParams({ page: text, size: text, name: text, query: text }).toString();
}

function encodeJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Builds the request. */
export function toRequest(
  plan: RequestPlan,
  inputs: ValidInputs,
  bearerOf: (caller: CallerKind) => string | undefined,
): InjectOptions {
  const { name, headers } = plan;
  const { method, path, encoding } = table[name];
  const choices = inputs[name];
  const input = choices[plan.input % choices.length] ?? {};
  const bearer = plan.bearer === null ? bearerOf(plan.caller) : printable(plan.bearer);
  const query = plan.query ?? queryOf(plan, input);
  const id = encodeURIComponent(wellFormed(plan.id ?? input.params?.id ?? ''));
  const payload = plan.body ?? bodyOf(plan, input, encoding === 'form');
  return {
    method: (plan.method ?? method) as NonNullable<InjectOptions['method']>,
    url:
      plan.longPath ??
      `/api${path.replace('{id}', id)}${plan.path ?? ''}${query ? `?${query}` : ''}`,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(payload && {
        'content-type':
          encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
      ...(plan.type !== null && { 'content-type': plan.type }),
      ...headers,
    },
    ...(payload && { payload }),
  };
}

/** Replaces lone surrogates, which a URL cannot contain. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** Replaces characters that a header cannot contain, and limits the length. */
const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 2_000);

function queryOf({ mutations }: RequestPlan, { query }: AnyInput): string {
  if (query === undefined) return '';
  const mutated = mutations.reduce<unknown>((value, each) => mutate(value, each, each.walk), query);
  return encodeForm(mutated);
}

function bodyOf(
  { mutations }: RequestPlan,
  { body }: AnyInput,
  isForm: boolean,
): Buffer | undefined {
  if (body === undefined) return undefined;
  const mutated = mutations.reduce<unknown>((value, each) => mutate(value, each, each.walk), body);
  if (!isForm) return encodeJson(mutated);
  return Buffer.from(encodeForm(mutated));
}

/** Encodes as a form or a query, which contain only strings. */
function encodeForm(value: unknown): string {
  const entries = Object.entries(value ?? {}).map(([key, inner]: [string, unknown]) => [
    key,
    typeof inner === 'string' ? inner : JSON.stringify(inner),
  ]);
  return new URLSearchParams(entries).toString();
}

/** Returns a mutated copy; each number of the walk chooses a key. */
function mutate(value: unknown, applied: Mutation, [step, ...walk]: readonly number[]): unknown {
  if (step === undefined || typeof value !== 'object' || value === null)
    return replaceValue(value, applied);
  if (applied.how === 'add' && walk.length === 0) {
    return Array.isArray(value)
      ? [...(value as unknown[]), applied.value]
      : { ...value, [applied.key]: applied.value };
  }
  const keys = Object.keys(value);
  const key = keys[step % (keys.length || 1)];
  if (key === undefined) return replaceValue(value, applied);
  const entries = Object.entries(value).flatMap(([each, inner]) => {
    if (each !== key) return [[each, inner]];
    if (applied.how === 'remove' && walk.length === 0) return [];
    return [
      [each, walk.length === 0 ? replaceValue(inner, applied) : mutate(inner, applied, walk)],
    ];
  });
  return Array.isArray(value)
    ? entries.map(([, inner]) => inner as unknown)
    : Object.fromEntries(entries);
}

function replaceValue(value: unknown, { how, value: other }: Mutation): unknown {
  return how === 'nest' ? [value, { value }] : other;
}
