import type { FiledReferral } from '../../contract/entities/filed';

/** A referral as those outside of the program read it: without a consent, unless `changes` says otherwise. */
export const makeFiled = (changes: Partial<FiledReferral> = {}): FiledReferral => ({
  _id: 'f1',
  first_name: 'Ana',
  last_name: 'Harper',
  contact_number: '(555) 010-2030',
  site: { value: 's1', label: 'Mesa High' },
  sex: 'Female',
  dob: '2009-03-04',
  substance: ['Alcohol-related'],
  tracking_id: 'R-ABCD-1234',
  entry_date: '2026-11-24T18:00:00.000Z',
  status: 'Received. Please call us.',
  answer: 'callUs',
  ...changes,
});
