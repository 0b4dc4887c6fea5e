import type { OwnReferral } from '../../contract/entities/ownReferral';

/** A person's own referral as our server sends it. */
export const makeOwn = (changes: Partial<OwnReferral> = {}): OwnReferral => ({
  first_name: 'Ana',
  last_name: 'Harper',
  contact_number: '(555) 010-2030',
  sex: 'Female',
  dob: '2009-03-04',
  substance: ['Cannabis-related'],
  status: 'Pending',
  tracking_id: 'R-ABCD-1234',
  entry_date: '2026-11-24T18:00:00.000Z',
  mediCal: null,
  preferred_language: 'es',
  may_voicemail: false,
  may_text: null,
  reach_note: 'After 3 PM',
  site: 'Mesa High',
  holder: 'person',
  is_closed: false,
  attempts: [],
  consents: [],
  told: [],
  copy: null,
  ...changes,
});

/** A consent in force of that referral. */
export const makeOwnConsent = (
  changes: Partial<OwnReferral['consents'][number]> = {},
): OwnReferral['consents'][number] => ({
  id: '00000000-0000-4000-8000-000000000001',
  recipient: { kind: 'account', name: 'Noah Wilekins' },
  level: 'reached',
  purpose: 'At the request of the person',
  state: 'inForce',
  signed_on: '2026-11-25',
  last_day: '2027-06-01',
  ends_after_closing: true,
  sentence: 'talked',
  ...changes,
});
