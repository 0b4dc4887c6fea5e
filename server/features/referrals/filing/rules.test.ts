import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReferralSubmission } from '../../../../contract/entities/referral';
import { newTrackingId, readProbation, readSiteId, toCorrection, toNewReferral } from './rules';

const probation = {
  mediCal: '9123',
  mediCal_county: '06001',
  probation_name: 'Pat Officer',
  probation_phone: '555 010 2030',
  probation_email: 'PAT@example.org',
};

describe('newTrackingId', () => {
  it('uses only characters that can be read out over the phone', () => {
    for (let count = 0; count < 200; count += 1) {
      expect(newTrackingId()).toMatch(/^R-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    }
  });
});

describe('readProbation', () => {
  it('returns the details with the e-mail normalised', () => {
    expect(readProbation(probation).details).toEqual({
      ...probation,
      probation_email: 'pat@example.org',
    });
  });

  it.each(Object.keys(probation))('flags %s when it is missing', (field) => {
    for (const missing of ['', undefined, null]) {
      const { issues } = readProbation({ ...probation, [field]: missing });
      expect(issues?.map((issue) => issue.loc)).toContainEqual(['body', field]);
    }
  });

  it.each([[null], ['a text'], [7], [{}]])('flags every field of %j', (body) => {
    const { issues } = readProbation(body);
    expect(issues?.map(({ loc }) => loc[1])).toEqual(Object.keys(probation));
  });

  it('does not throw on arbitrary input', () => {
    fc.assert(fc.property(fc.anything(), (body) => Array.isArray(readProbation(body).issues)));
  });
});

describe('the site id of a body', () => {
  it.each([
    [{ site: { value: 's1', label: 'North' } }, 's1'],
    [{ site: { value: 7 } }, undefined],
    [{ site: 's1' }, undefined],
    [{ site: null }, undefined],
    [{}, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('reads from %j', (body, id) => {
    expect(readSiteId(body)).toBe(id);
  });

  it('is undefined or a string for arbitrary input', () => {
    fc.assert(
      fc.property(fc.anything(), (body) =>
        ['string', 'undefined'].includes(typeof readSiteId(body)),
      ),
    );
  });
});

describe('toNewReferral', () => {
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

  it('drops probation details for any other site, whatever label was sent', () => {
    const row = toNewReferral(submission, 's', undefined);
    for (const field of Object.keys(probation)) expect(row).not.toHaveProperty(field);
  });

  it('stores the phone’s digits for searching, and the date of birth as text', () => {
    const row = toNewReferral(submission, 's', undefined);
    expect(row).toMatchObject({ contact_digits: '5550102030', dob: '2008-02-29', notes: null });
  });

  const reach = {
    preferred_language: 'es',
    may_voicemail: false,
    may_text: true,
    reach_note: 'After 3 PM',
  } as const;

  it('stores the answers on how to reach the person, also of a probation referral', () => {
    expect(toNewReferral({ ...submission, ...reach }, 's', undefined)).toMatchObject(reach);
    const { details } = readProbation(probation);
    expect(toNewReferral({ ...submission, ...reach }, 's', details)).toMatchObject(reach);
  });

  it('clears in a correction the answers that are empty, and leaves those that are not sent', () => {
    const cleared = {
      preferred_language: null,
      may_voicemail: null,
      may_text: null,
      reach_note: '',
    };
    expect(toCorrection({ ...submission, ...cleared }, 's', undefined)).toMatchObject({
      ...cleared,
      reach_note: null,
    });
    const row = toCorrection(submission, 's', undefined);
    for (const field of Object.keys(reach)) expect(row).not.toHaveProperty(field);
  });
});
