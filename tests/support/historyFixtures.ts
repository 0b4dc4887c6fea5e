/** A referral's history of every kind, for tests of what the staff see. */
import type { History, HistoryEvent } from '../../contract/entities/history';
import type { Answers } from './staffApp';

const NOA = { id: 'a1', fullname: 'Noa Lindqvist' };

export function makeEvent(changes: Partial<HistoryEvent>): HistoryEvent {
  return {
    id: `e-${changes.kind}`,
    at: '2020-11-21T15:40:00Z',
    kind: 'note',
    actor: NOA,
    changes: [],
    text: null,
    ...changes,
  };
}

/** One event of each kind, newest first. */
const EVERY_KIND: readonly HistoryEvent[] = [
  makeEvent({ kind: 'loginCreated' }),
  makeEvent({
    kind: 'corrected',
    changes: [
      { field: 'first_name', from: 'Rovin', to: 'Robin' },
      { field: 'dob', from: '2008-03-08', to: '2008-03-09' },
      { field: 'substance', from: ['Alcohol-related'], to: ['Alcohol-related', 'Opioid-related'] },
    ],
  }),
  makeEvent({ kind: 'note', text: 'First line\nSecond line' }),
  makeEvent({ kind: 'owner', changes: [{ field: 'owner', from: null, to: 'Sam Rivera' }] }),
  makeEvent({
    kind: 'referrer',
    changes: [{ field: 'referred_by', from: null, to: 'Dana Whitfield' }],
  }),
  makeEvent({ kind: 'intakeNote', changes: [{ field: 'notes', from: null, to: 'Call after 3' }] }),
  makeEvent({ kind: 'status', changes: [{ field: 'status', from: 'Pending', to: 'Processed' }] }),
  makeEvent({ kind: 'released' }),
  makeEvent({ kind: 'received', actor: null }),
];

export const makeHistory = (changes: Partial<History> = {}): History => ({
  events: [...EVERY_KIND],
  reads: null,
  ...changes,
});

/** Stubs of the calls that an open record makes. */
export const recordAnswers: Answers = {
  getHistory: () => makeHistory(),
  listOwners: () => [
    { _id: 'o1', fullname: 'Alex Moreau' },
    { _id: 'o2', fullname: 'Sam Rivera' },
  ],
};
