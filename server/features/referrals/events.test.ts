import { describe, expect, it } from 'vitest';
import { listEvents, type ReferralRow, selectChanged } from './events';

const row: ReferralRow = {
  id: 'r1',
  tracking_id: 'R-0000-0000',
  site_id: 's1',
  substance: ['Alcohol-related', 'Opioid-related'],
  first_name: 'Robin',
  last_name: 'Harper',
  name_searched: 'robin harper',
  name_sorted: 'harper robin',
  contact_number: '555 010 2030',
  contact_digits: '5550102030',
  sex: 'Other',
  dob: '2005-02-28',
  notes: null,
  status: 'Pending',
  end_reason: null,
  told_level: null,
  end_note: null,
  mediCal: null,
  mediCal_county: null,
  probation_name: null,
  probation_phone: null,
  probation_email: null,
  preferred_language: null,
  may_voicemail: null,
  may_text: null,
  reach_note: null,
  created_by: null,
  assigned_to: null,
  referrer_id: '',
  owner_id: null,
  entry_date: new Date(0),
  updated_at: new Date(0),
  hold_reason: null,
  dated_notes: 0,
  follow_up_on: null,
  follow_up_at: null,
  follow_up_by: null,
  reopened_at: null,
  reached_at: null,
  is_from_before: false,
  version: 1,
  deleted_at: null,
  deleted_by: null,
  delete_reason: null,
  delete_note: null,
};
const after = (change: Partial<ReferralRow>) => listEvents(row, { ...row, ...change });

describe('the events of a change', () => {
  it('are none if nothing that the history tracks changed', () => {
    expect(after({})).toEqual([]);
    expect(after({ version: 2, updated_at: new Date(1), assigned_to: 'a1' })).toEqual([]);
    expect(after({ notes: '' })).toEqual([]);
    expect(after({ substance: row.substance.toReversed() })).toEqual([]);
  });

  it('are one of each kind, with the values of before and after', () => {
    expect(
      after({ status: 'Processed', notes: 'Called.', referrer_id: 'a1', owner_id: 'a2' }),
    ).toEqual([
      { kind: 'status', changes: [{ field: 'status', from: 'Pending', to: 'Processed' }] },
      { kind: 'intakeNote', changes: [{ field: 'notes', from: null, to: 'Called.' }] },
      { kind: 'referrer', changes: [{ field: 'referred_by', from: null, to: 'a1' }] },
      { kind: 'owner', changes: [{ field: 'owner', from: null, to: 'a2' }] },
    ]);
    expect(after({ dob: '2005-03-01', site_id: 's2' })).toEqual([
      {
        kind: 'corrected',
        changes: [
          { field: 'site', from: 's1', to: 's2' },
          { field: 'dob', from: '2005-02-28', to: '2005-03-01' },
        ],
      },
    ]);
  });

  it('report the answers on how to reach the person as texts', () => {
    expect(
      listEvents(
        { ...row, may_voicemail: true, may_text: false, reach_note: 'After 3' },
        { ...row, may_voicemail: false, preferred_language: 'es', reach_note: 'After 3' },
      ),
    ).toEqual([
      {
        kind: 'corrected',
        changes: [
          { field: 'preferred_language', from: null, to: 'es' },
          { field: 'may_voicemail', from: 'true', to: 'false' },
          { field: 'may_text', from: 'false', to: null },
        ],
      },
    ]);
  });

  it('report the release of a held referral, and nothing else about holding', () => {
    expect(listEvents({ ...row, hold_reason: 'trap' }, row)).toEqual([{ kind: 'released' }]);
    expect(after({ hold_reason: 'trap' })).toEqual([]);
  });
});

describe('the changed part of a change', () => {
  it('leaves out what is stored already', () => {
    expect(selectChanged(row, { status: 'Pending', owner_id: null })).toBeUndefined();
    expect(selectChanged(row, {})).toBeUndefined();
    expect(selectChanged(row, { substance: row.substance.toReversed() })).toBeUndefined();
    expect(selectChanged(row, { status: 'Processed', dob: row.dob })).toEqual({
      status: 'Processed',
    });
    expect(selectChanged({ ...row, hold_reason: 'haste' }, { hold_reason: null })).toEqual({
      hold_reason: null,
    });
  });
});
