import { expect, it } from 'vitest';
import type { HistoryEvent } from '../../../../contract/entities/history';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { makeReferral } from '../../../../tests/support/staffApp';
import { eventsWithoutOthers, referralWithoutOthers } from './withoutOthers';

const makeRecord = (changes: Partial<ReferralRecord>): ReferralRecord => ({
  ...makeReferral(changes),
  id: 'r1',
});
const OTHERS = ['Noah', 'Torres', 'Olive', '010-0199', 'R-9999-9999', 'Mrs. Gray'];
const expectNobodyElse = (value: unknown) => {
  for (const other of OTHERS) expect(JSON.stringify(value)).not.toContain(other);
};

it('a referral names its person alone', () => {
  const referral = makeRecord({
    user_info: { id: 'a7', fullname: 'Noah Wilekins', username: 'noah@school.example' },
    owner: { id: 'a1', fullname: 'M. Torres' },
    probation_name: 'Officer Olive',
    probation_phone: '(555) 010-0199',
    probation_email: null,
  });
  const copy = referralWithoutOthers(referral, '(left out)');
  expectNobodyElse(copy);
  expect(JSON.stringify(copy)).not.toContain('noah@');
  expect(copy).toMatchObject({
    first_name: referral.first_name,
    contact_number: referral.contact_number,
    user_info: { fullname: '(left out)' },
    probation_email: null,
  });
  // Without a referrer it still says that a guest filed.
  expect(referralWithoutOthers(makeRecord({ user_info: undefined }), 'x').user_info).toBe(
    undefined,
  );
});

const event = (changes: Partial<HistoryEvent>): HistoryEvent => ({
  id: 'e1',
  at: '2026-11-25T20:00:00.000Z',
  kind: 'status',
  actor: { id: 'a1', fullname: 'M. Torres' },
  changes: [],
  text: null,
  ...changes,
});

it('the history says what happened, and not by whom', () => {
  const events = [
    event({ changes: [{ field: 'status', from: 'Pending', to: 'Processed' }] }),
    event({ kind: 'owner', changes: [{ field: 'owner', from: null, to: 'Mrs. Gray' }] }),
    event({ kind: 'notSamePerson', text: 'R-9999-9999' }),
    event({ kind: 'received', actor: null }),
    event({
      kind: 'attempt',
      attempt: {
        channel: 'call',
        whom: 'person',
        outcome: 'noAnswer',
        saved_at: '2026-11-25T20:00:00.000Z',
        follow_up: null,
        struck: {
          at: '2026-11-25T20:00:00.000Z',
          actor: { id: 'a2', fullname: 'Noah' },
          reason: null,
        },
      },
    }),
  ];
  const copy = eventsWithoutOthers(events, '(left out)');
  expectNobodyElse(copy);
  expect(copy).toHaveLength(4);
  expect(copy[0]?.changes).toEqual(events[0]?.changes);
  expect(copy[1]?.changes).toEqual([{ field: 'owner', from: null, to: '(left out)' }]);
  expect(copy[2]?.actor).toBeNull();
  expect(copy[3]?.attempt?.struck?.actor?.fullname).toBe('(left out)');
});
