import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ConsentContext,
  type ConsentFacts,
  consentState,
  CONSENT_RECIPIENTS,
  lastDayOf,
  mayHoldLogin,
  namesSeveral,
  signerOn,
  USUAL_LEVEL,
  USUAL_PURPOSE,
} from './consent';
import { SIGNED_CONSENT } from '../tests/support/consents';

const CONTEXT: ConsentContext = { birthDate: '2010-04-13', closedOn: null, today: '2026-12-05' };
const ASKED: Partial<ConsentFacts> = { signature: null, signer: null, signedOn: null };

const state = (change: Partial<ConsentFacts> = {}, context: Partial<ConsentContext> = {}) =>
  consentState({ ...SIGNED_CONSENT, ...change }, { ...CONTEXT, ...context });
const asked = (...lacks: string[]) => ({ kind: 'asked', lacks });
const inForce = { kind: 'inForce' };
const ended = { kind: 'ended' };

describe('a consent', () => {
  it('is in force with every element, from the day on which it was signed to its last day', () => {
    expect(state()).toEqual(inForce);
    expect(state({}, { today: '2026-12-04' })).toEqual(inForce);
    expect(state({}, { today: '2026-12-03' })).toEqual(asked('signedOn'));
    expect(state({}, { today: '2027-12-04' })).toEqual(inForce);
    expect(state({}, { today: '2027-12-05' })).toEqual(ended);
  });

  it.each<[string, Partial<ConsentFacts>]>([
    ['personName', { personName: ' ' }],
    ['discloser', { discloser: '' }],
    ['level', { level: 'substance' }],
    ['recipient', { recipientName: '' }],
    ['recipient', { recipientKind: 'everyone' }],
    ['recipient', { recipientAccountId: null }],
    ['recipient', { recipientKind: 'agency' }],
    ['purpose', { purpose: '' }],
    ['lastDay', { lastDay: null }],
    ['lastDay', { lastDay: '2027-12-05' }],
    ['signature', { signature: null }],
    ['signature', { signature: 'phone' }],
    ['signedOn', { signedOn: null }],
  ])('lacks %s, and is only asked for: %o', (element, change) => {
    expect(state(change)).toEqual(asked(element));
  });

  it('is complete as whoever files asks for it', () => {
    expect(state({ level: USUAL_LEVEL, purpose: USUAL_PURPOSE })).toEqual(inForce);
  });

  it.each(['Ana; Ben', 'Ana & Ben', 'Ana/Ben', 'Ana + Ben', 'Ana and Ben', 'Ana AND Ben'])(
    'names several people with %j',
    (name) => expect(namesSeveral(name)).toBe(true),
  );
  it.each(['Ana', 'José Ortega y Gasset', 'Rosa Sand', 'Sandy Andersen', 'Brand Andrew', 'And'])(
    'names one with %j',
    (name) => expect(namesSeveral(name)).toBe(false),
  );

  it('is asked for until it is signed', () => {
    expect(state(ASKED)).toEqual(asked('signature', 'signedOn'));
    expect(state({ ...ASKED, lastDay: null })).toEqual(asked('lastDay', 'signature', 'signedOn'));
  });

  it('takes each kind of recipient', () => {
    for (const recipientKind of CONSENT_RECIPIENTS) {
      const recipientAccountId = recipientKind === 'account' ? 'a1' : null;
      expect(state({ recipientKind, recipientAccountId })).toEqual(inForce);
    }
  });

  it('ends thirty days after the referral was last closed, unless it has a date only', () => {
    const closed = { closedOn: '2026-12-10' };
    expect(state({}, { ...closed, today: '2027-01-09' })).toEqual(inForce);
    expect(state({}, { ...closed, today: '2027-01-10' })).toEqual(ended);
    expect(state({ endsAfterClosing: false }, { ...closed, today: '2027-01-10' })).toEqual(inForce);
    expect(lastDayOf(SIGNED_CONSENT, '2026-12-10')).toBe('2027-01-09');
    expect(lastDayOf({ ...SIGNED_CONSENT, lastDay: '2027-01-01' }, '2026-12-10')).toBe(
      '2027-01-01',
    );
    expect(lastDayOf(SIGNED_CONSENT, null)).toBe('2027-12-04');
    expect(lastDayOf({ ...SIGNED_CONSENT, lastDay: null }, '2026-12-10')).toBeNull();
  });

  it('never comes back once it has ended, and waits for staff while it is suspended', () => {
    expect(state({ hasEnded: true, ...ASKED })).toEqual(ended);
    expect(state({ isSuspended: true })).toEqual({ kind: 'suspended' });
    expect(state({ isSuspended: true }, { today: '2027-12-05' })).toEqual(ended);
  });

  describe('is signed', () => {
    const child = { birthDate: '2015-01-20', today: '2027-01-19' };
    const ofGuardian = { signer: 'guardian' };

    it('by the person from the twelfth birthday, and before it by who may sign for the child', () => {
      expect(signerOn('2015-01-20', '2027-01-19')).toBe('guardian');
      expect(signerOn('2015-01-20', '2027-01-20')).toBe('person');
      expect(state(ofGuardian, child)).toEqual(inForce);
      expect(state({}, child)).toEqual(asked('age'));
      expect(state(ofGuardian)).toEqual(asked('age'));
      expect(state({ signer: 'neighbour' })).toEqual(asked('signature', 'age'));
    });

    it('by a guardian until the twelfth birthday', () => {
      expect(state(ofGuardian, { ...child, today: '2027-01-20' })).toEqual(ended);
    });

    it('again if the birth date is corrected across the age', () => {
      expect(state(ofGuardian, { ...child, birthDate: '2014-01-20' })).toEqual(asked('age'));
      expect(state({}, { birthDate: '2015-01-20' })).toEqual(asked('age'));
    });

    it('by nobody while the age is not known', () => {
      for (const birthDate of ['', '2010', '2030-01-01', '13/04/2010']) {
        expect(signerOn(birthDate, CONTEXT.today)).toBeNull();
        expect(state({}, { birthDate })).toEqual(asked('age'));
        expect(state(ASKED, { birthDate })).toEqual(asked('signature', 'signedOn', 'age'));
      }
    });
  });

  it('is in force on no day on which it lacks something, and on none after it has ended', () => {
    const days = fc
      .date({ min: new Date('2026-11-01'), max: new Date('2028-02-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const property = fc.property(days, days, fc.option(days), (today, later, closedOn) => {
      const [first, second] = [today, later].toSorted();
      const on = (day = '') => state({}, { today: day, closedOn }).kind;
      if (on(first) === 'ended') expect(on(second)).toBe('ended');
      if (on(second) === 'asked') expect(on(first)).toBe('asked');
    });
    fc.assert(property);
  });
});

it("a parent's login is possible until the day before the twelfth birthday, the person's always", () => {
  const born = '2015-01-20';
  expect(mayHoldLogin('guardian', born, '2027-01-19')).toBe(true);
  expect(mayHoldLogin('guardian', born, '2027-01-20')).toBe(false);
  expect(mayHoldLogin('guardian', 'unknown', '2027-01-19')).toBe(false);
  expect(mayHoldLogin('person', born, '2027-01-19')).toBe(true);
  expect(mayHoldLogin('person', 'unknown', '2027-01-19')).toBe(true);
});
