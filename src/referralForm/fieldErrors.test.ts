import { describe, expect, it } from 'vitest';
import { LENGTHS } from '../../contract/constants';
import { flaggedFields, parseErrorResponse } from '../api/ApiError';
import { explainIssue } from './fieldErrors';
import { EMPTY_DRAFT, type ReferralDraft, type ReferralField } from './referralDraft';

/** The error at a field that holds `value`, after the server has answered with `issue`. */
function explain<F extends ReferralField>(
  field: F,
  value: ReferralDraft[F],
  issue: Record<string, unknown>,
) {
  const body = { detail: [{ loc: ['body', field], ...issue }] };
  const found = flaggedFields(parseErrorResponse(422, body), [field]).fields.get(field);
  if (!found) throw new Error('The field is not flagged');
  return explainIssue({ ...EMPTY_DRAFT, [field]: value }, field, found);
}

describe('an empty field is missing, however the server says so', () => {
  it.each([
    ['pydantic 2', { type: 'string_too_short', msg: 'String should have at least 1 character' }],
    ['pydantic 2, null', { type: 'string_type', msg: 'Input should be a valid string' }],
    ['a validator', { type: 'value_error', msg: 'Value error, contact number required' }],
    ['pydantic 1', { type: 'value_error.missing', msg: 'field required' }],
    ['our server', { type: 'too_small', msg: 'Too small: expected string to have >=1 characters' }],
    ['no reason', {}],
  ])('%s', (_server, issue) => {
    expect(explain('contact_number', ' ', issue)).toEqual({ key: 'referralForm.flags.phone' });
  });

  it('and so is one of which nothing can be seen', () => {
    const issue = { type: 'too_small', msg: 'Too small: expected string to have >=1 characters' };
    for (const value of ['\u200b\u202e', '\v\t\n\u2028', '\0\u0002\u0085', '\ud83d', '\ufffc']) {
      expect(explain('last_name', value, issue)).toEqual({ key: 'referralForm.flags.lastName' });
    }
  });

  it('an empty date is missing, not malformed', () => {
    const issue = { type: 'date_from_datetime_parsing', msg: 'Input should be a valid date' };
    expect(explain('dob', '', issue)).toEqual({ key: 'referralForm.flags.dob' });
  });
});

describe('a field that holds something', () => {
  const REASON = { type: 'value_error', msg: 'Value error, must start with 9' };

  it.each([
    ['contact_number', '555 01', 'phone'],
    ['probation_phone', 'none', 'phone'],
    ['dob', '1899-12-31', 'dob'],
    ['dob', '2999-01-01', 'dob'],
    ['probation_email', 'officer@', 'email'],
    ['mediCal_county', 'c9', 'county'],
    ['site', { value: 's9', label: 'Closed High' }, 'site'],
  ] as const)('%s %j gets our text', (field, value, key) => {
    expect(explain(field, value, REASON)).toEqual({ key: `referralForm.refusedValues.${key}` });
  });

  it.each([
    ['first_name', LENGTHS.name],
    ['guest_name', LENGTHS.name],
    ['contact_number', LENGTHS.phone],
    ['probation_phone', LENGTHS.phone],
    ['mediCal', LENGTHS.insuranceNumber],
    ['notes', LENGTHS.notes],
  ] as const)('%s that is too long gets the limit', (field, max) => {
    const key = 'referralForm.refusedValues.tooLong';
    expect(explain(field, 'x'.repeat(max + 1), REASON)).toEqual({ key, max });
    // Some letters are stored as two.
    const TOO_LONG = { type: 'too_big', msg: 'Too big: expected string to have <=100 characters' };
    expect(explain(field, 'क़'.repeat(max), TOO_LONG)).toEqual({ key, max });
  });

  it.each([
    ['contact_number', '(555) 010-2030'],
    ['dob', '2008-02-29'],
    ['mediCal', '1234'],
    ['last_name', 'X'],
    ['sex', 'Other'],
    ['substance', ['Unknown substance']],
  ] as const)('%s %j gets the reason of a server with another rule', (field, value) => {
    expect(explain(field, value, REASON)).toEqual({ reason: 'must start with 9' });
  });

  it("is 'missing' if the server says so, or gives no reason", () => {
    for (const issue of [{}, { type: 'missing', msg: 'Field required' }, { type: 7, msg: null }]) {
      expect(explain('last_name', 'X', issue)).toEqual({ key: 'referralForm.flags.lastName' });
    }
  });

  it("is 'missing' if nothing in it is visible", () => {
    for (const value of [' ', '\u2800', '\u200e\ufffc', '\u0301']) {
      expect(explain('last_name', value, REASON)).toEqual({ key: 'referralForm.flags.lastName' });
    }
  });

  it('shows a long reason shortened, and never the input', () => {
    const issue = { type: 'x', msg: 'y'.repeat(900), input: 'Harper' };
    const error = explain('last_name', 'Harper', issue);
    expect(JSON.stringify(error)).not.toContain('Harper');
    expect('reason' in error && error.reason.length).toBeLessThanOrEqual(200);
  });
});
