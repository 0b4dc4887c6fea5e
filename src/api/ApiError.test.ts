import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../tests/support/fakeSession';
import { createSessionStore } from '../authProvider/sessionStore';
import {
  ApiError,
  flaggedFields,
  parseErrorResponse,
  type RawResponse,
  toApiError,
} from './ApiError';
import { createClient } from './client';

const FIELDS = ['first_name', 'site', 'dob'] as const;
const issue = (...loc: unknown[]) => ({ type: 'missing', loc, msg: 'Field required' });
const flagged = (body: unknown) => {
  const { fields, other } = flaggedFields(parseErrorResponse(422, body), FIELDS);
  return { fields: [...fields.keys()], other };
};

describe('the detail of an error response', () => {
  it('is kept when it is a text', () => {
    expect(parseErrorResponse(403, { detail: 'not_approved' }).detail).toBe('not_approved');
  });

  it.each([
    ['a list', { detail: [issue('body', 'dob')] }],
    ['an object', { detail: { code: 1 } }],
    ['missing', {}],
    ['null', null],
    ['HTML of a proxy', '<html>Bad gateway</html>'],
  ])('is undefined when it is %s', (_what, body) => {
    expect(parseErrorResponse(502, body)).toMatchObject({ status: 502, detail: undefined });
  });

  it('contains nothing of the request', () => {
    const echo = { detail: [{ ...issue('body', 'dob'), input: 'Robin Harper' }] };
    expect(JSON.stringify(Object.values(parseErrorResponse(422, echo)))).not.toContain('Robin');
  });
});

describe('retryAfter', () => {
  it('is the number of seconds in the header', () => {
    expect(parseErrorResponse(429, {}, '120').retryAfter).toBe(120);
  });

  it('is undefined for a status that does not define the header', () => {
    expect(parseErrorResponse(500, {}, '120').retryAfter).toBeUndefined();
  });

  it.each([undefined, '', 'Wed, 21 Oct 2026 07:28:00 GMT'])('is unknown for %j', (header) => {
    expect(parseErrorResponse(429, {}, header).retryAfter).toBeUndefined();
  });
});

it.each([
  ['an ApiError as it is', new ApiError('timeout'), 'timeout'],
  ['any other error as a network error', new TypeError('x'), 'network'],
])('toApiError returns %s', (_what, thrown, kind) => {
  expect(toApiError(thrown)).toMatchObject({ kind });
});

describe('the fields a 422 flags', () => {
  it('are named at loc[1]', () => {
    const body = { detail: [issue('body', 'first_name'), issue('body', 'site', 'label')] };
    expect(flagged(body)).toEqual({ fields: ['first_name', 'site'], other: false });
  });

  it('are named last by a server that nests its models', () => {
    const body = { detail: [issue('body', 'referral', 'dob')] };
    expect(flagged(body)).toEqual({ fields: ['dob'], other: false });
  });

  it.each([
    ['the whole body', { detail: [issue('body')] }],
    ['a place in broken JSON', { detail: [issue('body', 5)] }],
    ['a field the form does not have', { detail: [issue('body', 'shoe_size')] }],
    ['a text', { detail: 'Invalid' }],
    ['nothing readable', { detail: [null, 'x', { loc: 'body' }] }],
  ])('are none when the response names %s', (_what, body) => {
    expect(flagged(body)).toEqual({ fields: [], other: true });
  });
});

it('the first issue of a flagged field comes with its type and reason, without FastAPI’s prefix', () => {
  const detail = [
    { loc: ['body', 'dob'], type: 'value_error', msg: 'Value error, too young', input: 'x' },
    { loc: ['body', 'dob'], type: 'other', msg: 'Another' },
    { loc: ['body', 'site'] },
    { loc: ['body', 'first_name'], type: 3, msg: { text: 'x' } },
  ];
  const { fields } = flaggedFields(parseErrorResponse(422, { detail }), FIELDS);
  expect(Object.fromEntries(fields)).toEqual({
    dob: { type: 'value_error', reason: 'too young' },
    site: { type: '', reason: '' },
    first_name: { type: '', reason: '' },
  });
});

describe('an invalid response', () => {
  const HTML = '<html>Sign in to the Wi-Fi</html>';
  const answer = (status: number, data: unknown, type?: string): RawResponse => ({
    status,
    data,
    header: (name) => (name === 'content-type' ? type : undefined),
  });
  const answering = (raw: RawResponse) =>
    createClient('/api', createSessionStore(memoryStorage()), async () => raw);

  it.each([
    'listSites',
    'listReferrals',
    'countReferrals',
    'meta',
    'login',
    'addGuestReferral',
  ] as const)('is a page with 200 for %s', async (name) => {
    const api = answering(answer(200, HTML, 'text/html'));
    const asked = (api.call as (name: string) => Promise<unknown>)(name);
    await expect(asked).rejects.toMatchObject({ kind: 'unreadable', status: 0, detail: undefined });
    await expect(asked).rejects.not.toHaveProperty('message', expect.stringContaining('Wi-Fi'));
  });

  it.each([
    ['an object instead of a list', 'listSites', { items: [] }],
    ['a list instead of a page', 'listReferrals', []],
    ['a page without items', 'listReferrals', { pages: 3 }],
    ['an empty body that is used', 'countReferrals', ''],
    ['a null body that is used', 'countReferrals', null],
  ] as const)('is %s', async (_what, name, data) => {
    const asked = (answering(answer(200, data)).call as (name: string) => Promise<unknown>)(name);
    await expect(asked).rejects.toMatchObject({ kind: 'unreadable' });
  });

  it.each([
    ['nothing', '', undefined],
    ['null', null, 'application/json'],
    ['a word in JSON', 'ok', 'application/json'],
    ['an object', {}, 'application/json'],
  ])('is not %s from a write whose body is not used', async (_what, data, type) => {
    const asked = answering(answer(200, data, type)).call('forgotPassword', {
      body: { email: 'sam@clinic.example' },
    });
    await expect(asked).resolves.toEqual(data);
  });
});
