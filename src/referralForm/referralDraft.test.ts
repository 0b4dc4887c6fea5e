import { expect, it } from 'vitest';
import { referralSubmissionSchema } from '../../contract/entities/referral';
import {
  EMPTY_DRAFT,
  isTouched,
  readPlace,
  type ReferralDraft,
  shownFields,
  toSubmission,
  withPlace,
} from './referralDraft';

const NORTHSIDE = { value: 's1', label: 'Northside High' };
const PROBATION = { value: 's3', label: 'Probation Referral' };
const draft: ReferralDraft = {
  ...EMPTY_DRAFT,
  substance: ['Unknown substance', 'Alcohol-related'],
  site: PROBATION,
  first_name: 'Robin',
  last_name: 'Harper',
  contact_number: '555 010 2030',
  dob: '2008-03-09',
  mediCal: '91234567A',
  mediCal_county: 'c57',
  probation_name: 'Officer Sample',
  probation_phone: '555 010 9999',
  probation_email: 'officer@county.example',
};

const REACH = {
  preferred_language: 'es',
  may_voicemail: false,
  may_text: true,
  reach_note: 'After 3 PM',
} as const;

it('toSubmission returns the keys of the specification, valid by the contract', () => {
  // The name of a guest is for the call of guests alone.
  const sent = toSubmission({ ...draft, guest_name: 'Carmen' });
  const specified = Object.keys(EMPTY_DRAFT).filter(
    (field) => !(field in REACH) && !['guest_name', 'ask_consent'].includes(field),
  );
  expect(Object.keys(sent).toSorted()).toEqual(specified.toSorted());
  expect(referralSubmissionSchema.safeParse(sent).success).toBe(true);
});

it('toSubmission adds the answers on how to reach the person, and no others', () => {
  const sent = toSubmission({ ...draft, ...REACH });
  expect(sent).toMatchObject(REACH);
  expect(referralSubmissionSchema.safeParse(sent).success).toBe(true);
  const some = toSubmission({ ...draft, may_voicemail: false });
  expect(Object.keys(some).filter((field) => field in REACH)).toEqual(['may_voicemail']);
});

it('toSubmission adds that the account asks for a consent, only if it does', () => {
  expect(toSubmission({ ...draft, ask_consent: true })).toMatchObject({ ask_consent: true });
  expect(toSubmission(draft)).not.toHaveProperty('ask_consent');
});

it('toSubmission returns the substances in catalogue order', () => {
  expect(toSubmission(draft).substance).toEqual(['Alcohol-related', 'Unknown substance']);
});

it('toSubmission clears the probation fields for another site', () => {
  expect(toSubmission({ ...draft, site: NORTHSIDE })).toMatchObject({
    mediCal: '',
    mediCal_county: '',
    probation_name: '',
    probation_phone: '',
    probation_email: '',
  });
});

it('shows the probation fields only for a probation referral', () => {
  expect(shownFields(draft)).toContain('mediCal_county');
  expect(shownFields({ ...draft, site: NORTHSIDE })).not.toContain('mediCal_county');
});

it.each([
  ['', 'Harbor High', 'Place: Harbor High'],
  ['Call first\nAfter 3', 'Harbor High', 'Place: Harbor High\nCall first\nAfter 3'],
  ['Place: Harbo\nCall first', 'Harbor ', 'Place: Harbor \nCall first'],
  ['Place: Harbor\nCall first', '', 'Call first'],
  ['Place: Harbor', '', ''],
])('withPlace: the notes %j with the place %j are %j', (notes, place, expected) => {
  const changed = withPlace(notes, 'Place: ', place);
  expect(changed).toBe(expected);
  expect(readPlace(changed, 'Place: ')).toBe(place);
});

it('notes without the caption contain no place', () => {
  expect(readPlace('Call first\nPlace: Harbor', 'Place: ')).toBe('');
});

it('detects unsent input', () => {
  expect(isTouched(EMPTY_DRAFT)).toBe(false);
  expect(isTouched({ ...EMPTY_DRAFT, notes: 'x' })).toBe(true);
  expect(isTouched({ ...EMPTY_DRAFT, may_text: false })).toBe(true);
  expect(isTouched({ ...EMPTY_DRAFT, substance: ['Alcohol-related'] })).toBe(true);
});
