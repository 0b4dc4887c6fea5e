import { describe, expect, it } from 'vitest';
import { flaggedFields, parseErrorResponse } from './ApiError';

const FIELDS = ['first_name', 'site', 'dob'] as const;
const issue = (...loc: unknown[]) => ({ type: 'missing', loc, msg: 'Field required' });
const flagged = (body: unknown) => {
  const { fields, other } = flaggedFields(parseErrorResponse(422, body), FIELDS);
  return { fields: [...fields], other };
};

describe('the detail of a refusal', () => {
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

  it('carries nothing of what was sent', () => {
    const echo = { detail: [{ ...issue('body', 'dob'), input: 'Robin Harper' }] };
    expect(JSON.stringify(Object.values(parseErrorResponse(422, echo)))).not.toContain('Robin');
  });
});

describe('when to try again', () => {
  it('is what the server said, in seconds', () => {
    expect(parseErrorResponse(429, {}, '120').retryAfter).toBe(120);
  });

  it.each([undefined, '', 'Wed, 21 Oct 2026 07:28:00 GMT'])('is unknown for %j', (header) => {
    expect(parseErrorResponse(429, {}, header).retryAfter).toBeUndefined();
  });
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
  ])('are none when the refusal names %s', (_what, body) => {
    expect(flagged(body)).toEqual({ fields: [], other: true });
  });
});
