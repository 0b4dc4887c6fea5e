import { describe, expect, it } from 'vitest';
import {
  type ContactFacts,
  type FollowUpRules,
  lastDayOfStandard,
  nextStepOf,
  waitingSince,
} from './nextStep';

const RULES: FollowUpRules = {
  timeZone: 'America/Los_Angeles',
  // Thanksgiving and the day after it.
  holidays: new Set(['2026-11-26', '2026-11-27']),
  responseDays: 1,
  failedAttempts: 3,
};
/** Tuesday. */
const NOW = new Date('2026-12-01T15:12:00-08:00');
const at = (day: string, time = '10:00') => new Date(`${day}T${time}:00-08:00`).toISOString();

const facts = (change: Partial<ContactFacts> = {}): ContactFacts => ({
  status: 'Pending',
  isHidden: false,
  entryDate: at('2026-12-01'),
  reopenedAt: null,
  followUpOn: null,
  isFromBefore: false,
  hasOwnerLeft: false,
  responseDays: null,
  attempts: [],
  ...change,
});
const step = (change: Partial<ContactFacts>) => nextStepOf(facts(change), RULES, NOW);
const attempt = (day: string, outcome: string, whom = 'person') => ({ at: at(day), whom, outcome });
/** Days of three attempts, all within the standard. */
const FAILED_DAYS = ['2026-11-23', '2026-11-24', '2026-11-25'];
const due = (reason: string, since: string) => ({ kind: 'due', reason, since });

describe('the next step', () => {
  it('is none of what is deleted, held or closed without a day to call back', () => {
    expect(step({ isHidden: true })).toEqual({ kind: 'closed' });
    expect(step({ status: 'Processed' })).toEqual({ kind: 'closed' });
    expect(step({ status: 'Declined Services', hasOwnerLeft: true })).toEqual({ kind: 'closed' });
    expect(step({ status: 'Something new' })).toEqual({ kind: 'closed' });
  });

  it('is on a later day, whatever else is the case', () => {
    const later = { followUpOn: '2026-12-02' };
    const rests = { kind: 'resting', until: '2026-12-02' };
    expect(step(later)).toEqual(rests);
    expect(step({ ...later, status: 'Processed' })).toEqual(rests);
    expect(step({ ...later, entryDate: at('2026-01-05'), hasOwnerLeft: true })).toEqual(rests);
  });

  it('is due from the start of its day, also in a closed status', () => {
    expect(step({ followUpOn: '2026-12-01', status: 'Processed' })).toEqual(
      due('callBackDue', '2026-12-01'),
    );
    const midnight = new Date('2026-12-02T00:00:00-08:00');
    const open = facts({ followUpOn: '2026-12-02', entryDate: at('2026-12-01') });
    expect(nextStepOf(open, RULES, new Date(midnight.getTime() - 1))).toEqual({
      kind: 'resting',
      until: '2026-12-02',
    });
    expect(nextStepOf(open, RULES, midnight)).toEqual(due('callBackDue', '2026-12-02'));
  });

  it.each([
    // Wednesday before Thanksgiving: the next business day is Monday.
    ['a day after the day of entry', '2026-11-25', '2026-11-30', 'noAttempt'],
    ['past it', '2026-11-25', '2026-12-01', 'pastStandard'],
    ['of a holiday', '2026-11-26', '2026-11-30', 'noAttempt'],
    ['past that of a holiday', '2026-11-26', '2026-12-01', 'pastStandard'],
    ['on the day itself', '2026-12-01', '2026-12-01', 'noAttempt'],
  ])('without an attempt: %s', (_what, entry, today, reason) => {
    const now = new Date(at(today, '23:59'));
    expect(nextStepOf(facts({ entryDate: at(entry) }), RULES, now)).toEqual(due(reason, entry));
  });

  it('keeps the standard of the site', () => {
    const entryDate = at('2026-11-25');
    expect(step({ entryDate, responseDays: 3 })).toMatchObject({ reason: 'noAttempt' });
    expect(step({ entryDate: at('2026-11-23'), responseDays: 3 })).toMatchObject({
      reason: 'pastStandard',
    });
    expect(lastDayOfStandard(facts({ entryDate }), RULES)).toBe('2026-11-30');
    expect(lastDayOfStandard(facts({ entryDate, responseDays: 2 }), RULES)).toBe('2026-12-01');
  });

  it('is past the standard if no second attempt follows a first that did not reach', () => {
    const first = [attempt('2026-11-23', 'voicemail')];
    // Three business days: November 24 and 25, and the 30th.
    const until = (today: string) =>
      nextStepOf(
        facts({ entryDate: at('2026-11-23'), attempts: first }),
        RULES,
        new Date(at(today)),
      );
    expect(until('2026-11-30')).toEqual(due('noNextStep', '2026-11-23'));
    expect(until('2026-12-01')).toEqual(due('pastStandard', '2026-11-23'));
    expect(step({ attempts: [attempt('2026-11-23', 'wantsServices')] })).toMatchObject({
      reason: 'noNextStep',
    });
    expect(step({ attempts: [...first, attempt('2026-11-24', 'noAnswer')] })).toMatchObject({
      reason: 'noNextStep',
    });
  });

  it('offers More Info Needed after three failures since the last time reached, unless it is set', () => {
    const failed = FAILED_DAYS.map((day) => attempt(day, 'noAnswer'));
    expect(step({ attempts: failed })).toEqual(due('failedOften', '2026-12-01'));
    expect(step({ attempts: failed, status: 'More Info Needed' })).toMatchObject({
      reason: 'moreInfo',
    });
    const reached = attempt('2026-11-24', 'notNow');
    expect(step({ attempts: failed.toSpliced(1, 0, reached) })).toMatchObject({
      reason: 'noNextStep',
    });
    expect(step({ attempts: failed.map((one) => ({ ...one, whom: 'parent' })) })).toMatchObject({
      reason: 'failedOften',
    });
  });

  it('counts neither attempts to others nor those before the last reopening', () => {
    const failed = FAILED_DAYS.map((day) => attempt(day, 'noAnswer'));
    const others = failed.map((one) => ({ ...one, whom: 'referrer' }));
    expect(step({ attempts: others })).toMatchObject({ reason: 'noAttempt' });
    const reopened = { attempts: failed, reopenedAt: at('2026-12-01', '08:00') };
    expect(step(reopened)).toEqual(due('noAttempt', '2026-12-01'));
  });

  it('is a call back before other reasons, and none set at last', () => {
    const attempts = [attempt('2026-11-30', 'wantsServices')];
    expect(step({ attempts, followUpOn: '2026-11-30' })).toMatchObject({ reason: 'callBackDue' });
    expect(step({ attempts, status: 'More Info Needed', hasOwnerLeft: true })).toMatchObject({
      reason: 'moreInfo',
    });
    expect(step({ attempts, hasOwnerLeft: true })).toMatchObject({ reason: 'ownerLeft' });
    expect(step({ attempts, entryDate: at('2026-11-30') })).toEqual(
      due('noNextStep', '2026-11-30'),
    );
  });

  it('is in a group of its own if nothing was done for it since the upgrade', () => {
    expect(step({ isFromBefore: true, entryDate: at('2026-01-05') })).toEqual(
      due('fromBefore', '2026-01-05'),
    );
  });
});

describe('since when somebody waits', () => {
  it('is the entry or the last reopening, until the person is reached or the status closes it', () => {
    expect(waitingSince(facts())).toBe(at('2026-12-01'));
    const reached = [attempt('2026-12-01', 'declines')];
    expect(waitingSince(facts({ attempts: reached }))).toBeNull();
    expect(
      waitingSince(facts({ attempts: [attempt('2026-12-01', 'wantsServices', 'parent')] })),
    ).toBe(at('2026-12-01'));
    expect(waitingSince(facts({ status: 'Processed' }))).toBeNull();
    const reopenedAt = at('2026-12-01', '12:00');
    expect(waitingSince(facts({ attempts: reached, reopenedAt }))).toBe(reopenedAt);
  });
});
