/**
 * Requests that fast-check draws: a call of the contract with an input it would accept, of which a few things are then
 * spoilt; by anyone, and now and then with another method, path, content type or header than any client's.
 */
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { type AnyCallName, allCalls } from '../../contract/calls';
import type { Call } from '../../contract/calls/call';
import type { AnyInput } from '../support/testServer';
import { CALLERS, type CallerKind } from '../support/world';
import { hostileText, hostileValue, longPath, MARKER, rawBody, rawQuery } from './hostile';

const table: Record<AnyCallName, Call> = allCalls;
const names = Object.keys(allCalls) as AnyCallName[];

/** Inputs a call accepts, of which one is taken; several, as most can be used once. */
export type RightInputs = Readonly<Record<AnyCallName, readonly AnyInput[]>>;

/** One thing that is spoilt: the value at the end of a walk through the body, or a key beside it. */
interface Spoil {
  readonly walk: readonly number[];
  readonly how: 'replace' | 'remove' | 'add' | 'nest';
  readonly key: string;
  readonly value: unknown;
}

const spoil: fc.Arbitrary<Spoil> = fc.record({
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

/** Null but once in so many times. */
const seldom = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

export const sketches = fc.record({
  name: fc.constantFrom(...names),
  /** Which of the inputs. */
  input: fc.nat(1_000),
  caller: fc.oneof(
    { weight: 5, arbitrary: fc.constant<CallerKind>('superuser') },
    { weight: 5, arbitrary: fc.constantFrom<CallerKind>(...CALLERS) },
  ),
  spoils: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Spoil[]>([]) },
    { weight: 4, arbitrary: fc.array(spoil, { minLength: 1, maxLength: 3 }) },
  ),
  query: seldom(5, fc.oneof(rawQuery, hostileText.map(asQuery))),
  id: seldom(4, hostileText),
  body: seldom(8, fc.oneof(rawBody, hostileValue.map(asJson))),
  bearer: seldom(20, hostileText),
  type: seldom(20, contentType),
  method: seldom(
    20,
    fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
  ),
  /** Instead of the call's own. */
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
export type Sketch = typeof sketches extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function manyHeaders(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, place) => [`x-${place}`, 'a']));
}

function asQuery(text: string): string {
  return new URLSearchParams({ page: text, size: text, name: text, query: text }).toString();
}

function asJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** The request itself. */
export function toRequest(
  sketch: Sketch,
  inputs: RightInputs,
  bearerOf: (caller: CallerKind) => string | undefined,
): InjectOptions {
  const { name, headers } = sketch;
  const { method, path, encoding } = table[name];
  const choices = inputs[name];
  const input = choices[sketch.input % choices.length] ?? {};
  const bearer = sketch.bearer === null ? bearerOf(sketch.caller) : printable(sketch.bearer);
  const query = sketch.query ?? queryOf(sketch, input);
  const id = encodeURIComponent(wellFormed(sketch.id ?? input.params?.id ?? ''));
  const payload = sketch.body ?? bodyOf(sketch, input, encoding === 'form');
  return {
    method: (sketch.method ?? method) as NonNullable<InjectOptions['method']>,
    url:
      sketch.longPath ??
      `/api${path.replace('{id}', id)}${sketch.path ?? ''}${query ? `?${query}` : ''}`,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(payload && {
        'content-type':
          encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
      ...(sketch.type !== null && { 'content-type': sketch.type }),
      ...headers,
    },
    ...(payload && { payload }),
  };
}

/** Lone surrogates have no place in an address. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** What a header can carry. */
const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 2_000);

function queryOf({ spoils }: Sketch, { query }: AnyInput): string {
  if (query === undefined) return '';
  const spoilt = spoils.reduce<unknown>((value, each) => apply(value, each, each.walk), query);
  return formOf(spoilt);
}

function bodyOf({ spoils }: Sketch, { body }: AnyInput, isForm: boolean): Buffer | undefined {
  if (body === undefined) return undefined;
  const spoilt = spoils.reduce<unknown>((value, each) => apply(value, each, each.walk), body);
  if (!isForm) return asJson(spoilt);
  return Buffer.from(formOf(spoilt));
}

/** As a form or a query has it: texts alone. */
function formOf(value: unknown): string {
  const entries = Object.entries(value ?? {}).map(([key, inner]: [string, unknown]) => [
    key,
    typeof inner === 'string' ? inner : JSON.stringify(inner),
  ]);
  return new URLSearchParams(entries).toString();
}

/** A copy with one thing spoilt; every number of the walk chooses a key. */
function apply(value: unknown, spoilt: Spoil, [step, ...walk]: readonly number[]): unknown {
  if (step === undefined || typeof value !== 'object' || value === null)
    return changed(value, spoilt);
  if (spoilt.how === 'add' && walk.length === 0) {
    return Array.isArray(value)
      ? [...(value as unknown[]), spoilt.value]
      : { ...value, [spoilt.key]: spoilt.value };
  }
  const keys = Object.keys(value);
  const key = keys[step % (keys.length || 1)];
  if (key === undefined) return changed(value, spoilt);
  const entries = Object.entries(value).flatMap(([each, inner]) => {
    if (each !== key) return [[each, inner]];
    if (spoilt.how === 'remove' && walk.length === 0) return [];
    return [[each, walk.length === 0 ? changed(inner, spoilt) : apply(inner, spoilt, walk)]];
  });
  return Array.isArray(value)
    ? entries.map(([, inner]) => inner as unknown)
    : Object.fromEntries(entries);
}

function changed(value: unknown, { how, value: other }: Spoil): unknown {
  return how === 'nest' ? [value, { value }] : other;
}
