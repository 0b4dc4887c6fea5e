import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReferralSubmission } from '../../../contract/entities/referral';
import { newTrackingId, readProbation, siteIdOf, holdReasonOf, toNewReferral } from './rules';

const probation = {
  mediCal: '9123',
  mediCal_county: '06001',
  probation_name: 'Pat Officer',
  probation_phone: '555 010 2030',
  probation_email: 'PAT@example.org',
};

describe('a tracking id', () => {
  it('can be read out over the phone', () => {
    for (let made = 0; made < 200; made += 1) {
      expect(newTrackingId()).toMatch(/^R-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    }
  });
});

describe('probation details', () => {
  it('are read, the e-mail in its normal form', () => {
    expect(readProbation(probation).details).toEqual({
      ...probation,
      probation_email: 'pat@example.org',
    });
  });

  it.each(Object.keys(probation))('without %s are flagged at it', (field) => {
    for (const missing of ['', undefined, null]) {
      const { issues } = readProbation({ ...probation, [field]: missing });
      expect(issues?.map((issue) => issue.loc)).toContainEqual(['body', field]);
    }
  });

  it.each([[null], ['a text'], [7], [{}]])('of %j are all flagged', (body) => {
    const { issues } = readProbation(body);
    expect(issues?.map(({ loc }) => loc[1])).toEqual(Object.keys(probation));
  });

  it('never fail on whatever is sent', () => {
    fc.assert(fc.property(fc.anything(), (body) => Array.isArray(readProbation(body).issues)));
  });
});

describe('the site a body names', () => {
  it.each([
    [{ site: { value: 's1', label: 'North' } }, 's1'],
    [{ site: { value: 7 } }, undefined],
    [{ site: 's1' }, undefined],
    [{ site: null }, undefined],
    [{}, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j', (body, id) => {
    expect(siteIdOf(body)).toBe(id);
  });

  it('is none, or a text, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => ['string', 'undefined'].includes(typeof siteIdOf(body))),
    );
  });
});

describe('a guest’s form', () => {
  it.each([
    ['sent without marks', {}, null],
    ['of a person', { website: '', filled_in: 3 }, null],
    ['with blanks where nobody types', { website: '  ', filled_in: 40 }, null],
    ['with nulls', { website: null, filled_in: null }, null],
    ['with what says nothing', { filled_in: '1' }, null],
    ['with the unseen field filled', { website: 'https://spam.example', filled_in: 60 }, 'trap'],
    ['with the unseen field of another type', { website: ['x'] }, 'trap'],
    ['filled in at once', { website: '', filled_in: 2 }, 'haste'],
    ['filled in before it was touched', { filled_in: -1 }, 'haste'],
  ])('%s', (_what, marks, suspicion) => {
    expect(holdReasonOf(marks)).toBe(suspicion);
  });
});

describe('a submission', () => {
  const submission = {
    substance: ['Opioid-related'],
    site: { value: 's', label: 'Probation Referral' },
    first_name: 'Ana',
    last_name: 'López',
    contact_number: '(555) 010-2030',
    sex: 'Female',
    dob: '2008-02-29',
    notes: '',
    ...probation,
  } satisfies ReferralSubmission;

  it('for any other site keeps no probation details, whatever label was sent', () => {
    const row = toNewReferral(submission, 's', undefined);
    for (const field of Object.keys(probation)) expect(row).not.toHaveProperty(field);
  });

  it('keeps the digits of the phone for searching, and the date of birth as text', () => {
    const row = toNewReferral(submission, 's', undefined);
    expect(row).toMatchObject({ contact_digits: '5550102030', dob: '2008-02-29', notes: null });
  });
});
