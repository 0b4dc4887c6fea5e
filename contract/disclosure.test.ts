import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTACT_OUTCOMES, CONTACT_PARTIES } from './contact';
import { CONSENT_LEVELS, type ConsentFacts, type ConsentLevel } from './consent';
import {
  disclose,
  type DisclosureFacts,
  type DisclosureReader,
  saysMore,
  type Sentence,
  SENTENCES,
  SENTENCES_OF_LEVEL,
} from './disclosure';
import { SIGNED_CONSENT } from '../tests/support/consents';
import { END_REASONS, PERSON_END_REASONS, REFERRAL_STATUSES } from './staffConstants';

const FILER: DisclosureReader = {
  kind: 'account',
  name: 'Noah Wilekins',
  accountId: 'a1',
  isFiler: true,
};
const OTHER: DisclosureReader = { ...FILER, isFiler: false };

const consent = (level: string, change: Partial<ConsentFacts> = {}): ConsentFacts => ({
  ...SIGNED_CONSENT,
  id: `c-${level}`,
  level,
  ...change,
});
const facts = (change: Partial<DisclosureFacts> = {}): DisclosureFacts => ({
  status: 'Pending',
  endReason: null,
  attempts: [],
  isHidden: false,
  consents: [],
  chosenLevel: null,
  birthDate: '2010-04-13',
  closedOn: null,
  today: '2026-12-05',
  ...change,
});
const attempt = (outcome: string, whom = 'person', day = 5) => ({
  at: `2026-12-0${day}T18:00:00.000Z`,
  whom,
  outcome,
});
/** What a level says of a referral. */
const says = (level: ConsentLevel, change: Partial<DisclosureFacts> = {}) =>
  disclose(facts({ consents: [consent(level)], ...change }), OTHER)?.sentence;
const declined = (endReason: string | null, attempts = [attempt('declines')]) => ({
  status: 'Declined Services',
  endReason,
  attempts,
});

const GUEST: DisclosureReader = { ...FILER, kind: 'guest', accountId: null };
const toGuest = { recipientKind: 'guest', recipientAccountId: null };

it.each([
  [true, true, 'callUs'],
  [true, false, 'notTalked'],
  [false, true, 'notTalked'],
  [false, false, 'notTalked'],
])(
  'a consent by phone alone (%s) to who is looking up (%s): %s',
  (isByPhoneOnly, isLookingUp, said) => {
    const consents = [consent('reached', { ...toGuest, isByPhoneOnly })];
    const answer = disclose(facts({ consents }), { ...GUEST, isLookingUp });
    expect(answer?.sentence).toBe(said);
  },
);

describe('what may be said', () => {
  it('without a consent in force is to call, for the one who filed, and nothing for anybody else', () => {
    const callUs = { sentence: 'callUs', level: null, consentId: null };
    const talked = { attempts: [attempt('wantsServices')] };
    for (const consents of [
      [],
      [consent('outcome', { hasEnded: true })],
      [consent('outcome', { isSuspended: true })],
      [consent('outcome', { signature: null })],
      [consent('outcome', { recipientName: 'Noah Wilekin' })],
      [consent('outcome', { recipientAccountId: 'a2' })],
      [consent('outcome', { recipientKind: 'guest', recipientAccountId: null })],
      [consent('outcome', { lastDay: '2026-12-04' })],
    ]) {
      expect(disclose(facts({ ...talked, consents }), FILER)).toEqual(callUs);
      expect(disclose(facts({ ...talked, consents }), OTHER)).toBeNull();
    }
    // The same name of another kind is somebody else.
    const named = { recipientKind: 'agency', recipientName: 'Mesa High', recipientAccountId: null };
    const consents = [consent('outcome', named)];
    const person = { kind: 'person', name: 'Mesa High', accountId: null, isFiler: false };
    expect(disclose(facts({ ...talked, consents }), person)).toBeNull();
    expect(disclose(facts({ ...talked, consents }), { ...person, kind: 'agency' })).not.toBeNull();

    const hidden = facts({ ...talked, isHidden: true, consents: [consent('outcome')] });
    expect(disclose(hidden, FILER)).toEqual(callUs);
    expect(disclose(hidden, OTHER)).toBeNull();
  });

  it('at the level received is that it was', () => {
    expect(says('received')).toBe('received');
    expect(says('received', declined('elsewhere'))).toBe('received');
  });

  it('at the level reached is whether we have talked with the person', () => {
    expect(says('reached')).toBe('notTalked');
    expect(says('reached', { attempts: [attempt('noAnswer'), attempt('calledUs')] })).toBe(
      'notTalked',
    );
    for (const whom of ['parent', 'referrer', 'other'])
      expect(says('reached', { attempts: [attempt('wantsServices', whom)] })).toBe('notTalked');
    for (const outcome of ['wantsServices', 'notNow', 'declines'])
      expect(says('reached', { attempts: [attempt(outcome)] })).toBe('talked');
    expect(says('reached', declined('elsewhere'))).toBe('talked');
    expect(says('reached', declined('notReached', []))).toBe('notTalked');
  });

  it.each<[string, Partial<DisclosureFacts>, Sentence]>([
    ['no attempt reached the person', {}, 'notTalked'],
    ['not now', { attempts: [attempt('notNow')] }, 'talked'],
    ['declines, without the status', { attempts: [attempt('declines')] }, 'talked'],
    ['wants services', { attempts: [attempt('wantsServices')] }, 'wantsServices'],
    [
      'wants services, and is processed',
      { status: 'Processed', attempts: [attempt('wantsServices')] },
      'wantsServices',
    ],
    [
      'wants services no more',
      { attempts: [attempt('notNow', 'person', 5), attempt('wantsServices', 'person', 4)] },
      'talked',
    ],
    [
      'wants services after all',
      { attempts: [attempt('notNow', 'person', 4), attempt('wantsServices', 'person', 5)] },
      'wantsServices',
    ],
    [
      'wants services, saved after another outcome of the same moment',
      { attempts: [attempt('notNow'), attempt('wantsServices')] },
      'wantsServices',
    ],
    [
      'wants services, then a parent does not',
      { attempts: [attempt('wantsServices', 'person', 4), attempt('declines', 'parent', 5)] },
      'wantsServices',
    ],
    ['ended without a talk', declined('elsewhere', []), 'notTalked'],
    ['could not be reached', declined('notReached', [attempt('noAnswer')]), 'notReached'],
    ['not what we offer', declined('notOffered', []), 'notOffered'],
    ['no place', declined('noPlace'), 'notOffered'],
    ['a duplicate', declined('duplicate'), 'talked'],
    ['no reason', declined(null), 'talked'],
    ['no reason, and no talk', declined(null, []), 'notTalked'],
    [
      'no reason, though the person wanted services',
      declined(null, [attempt('wantsServices')]),
      'talked',
    ],
    ['a reason of a newer server', declined('onHoliday'), 'talked'],
    [
      'a reason of an earlier ending',
      { status: 'Pending', endReason: 'elsewhere', attempts: [attempt('declines')] },
      'talked',
    ],
  ])('at the level outcome: %s', (_what, change, sentence) => {
    expect(says('outcome', change)).toBe(sentence);
  });

  it.each(PERSON_END_REASONS)('at the level outcome: the person’s reason %s', (reason) => {
    expect(says('outcome', declined(reason))).toBe('declined');
  });

  it('is never more than staff chose', () => {
    const processed = { status: 'Processed', attempts: [attempt('wantsServices')] };
    expect(says('outcome', { ...processed, chosenLevel: 'reached' })).toBe('talked');
    expect(says('outcome', { ...processed, chosenLevel: 'received' })).toBe('received');
    expect(says('outcome', { ...processed, chosenLevel: 'something new' })).toBe('received');
    expect(says('received', { ...processed, chosenLevel: 'outcome' })).toBe('received');
  });

  it('is by the consent that lets most through, and names it', () => {
    const consents = [
      consent('received'),
      consent('outcome', { hasEnded: true }),
      consent('reached'),
    ];
    expect(disclose(facts({ consents }), OTHER)).toEqual({
      sentence: 'notTalked',
      level: 'reached',
      consentId: 'c-reached',
    });
  });
});

describe('the sentences of a level', () => {
  it.each(CONSENT_LEVELS)('%s are those that it says of some referral', (level) => {
    const said = new Set<string | undefined>();
    for (const status of REFERRAL_STATUSES)
      for (const endReason of [null, ...END_REASONS])
        for (const outcome of [undefined, ...CONTACT_OUTCOMES]) {
          const attempts = outcome ? [attempt(outcome)] : [];
          said.add(says(level, { status, endReason, attempts }));
        }
    expect(said).toEqual(new Set(SENTENCES_OF_LEVEL[level]));
  });

  it('are all that may be said, besides to call', () => {
    const ofLevels = CONSENT_LEVELS.flatMap((level) => SENTENCES_OF_LEVEL[level]);
    expect(new Set(['callUs', ...ofLevels])).toEqual(new Set(SENTENCES));
  });
});

describe('news', () => {
  const ENDED = ['declined', 'notReached', 'notOffered'] as const;
  it('are what says more than all that was said, and never the same', () => {
    const steps: Sentence[] = ['callUs', 'received', 'notTalked', 'talked', 'wantsServices'];
    for (const ended of ENDED) {
      const inOrder = [...steps, ended];
      inOrder.forEach((sentence, at) => {
        inOrder.forEach((other, than) => expect(saysMore(sentence, [other])).toBe(at > than));
        expect(saysMore(sentence, inOrder.slice(0, at))).toBe(true);
        expect(saysMore(sentence, ['callUs', ...inOrder.slice(at)])).toBe(false);
      });
      for (const other of ENDED) expect(saysMore(ended, [other])).toBe(false);
    }
  });

  it.each(SENTENCES)('%s are news for who heard nothing', (sentence) => {
    expect(saysMore(sentence, [])).toBe(true);
  });
});

describe('for all facts', () => {
  const attempts = fc.array(
    fc.record({
      at: fc
        .constantFrom('2026-12-01', '2026-12-02', '2026-12-03')
        .map((day) => `${day}T18:00:00.000Z`),
      whom: fc.constantFrom(...CONTACT_PARTIES),
      outcome: fc.constantFrom(...CONTACT_OUTCOMES),
    }),
    { maxLength: 4 },
  );
  const days = fc.constantFrom(
    '2026-12-01',
    '2026-12-05',
    '2027-01-09',
    '2027-12-04',
    '2028-01-01',
  );
  const consents = fc.array(
    fc
      .record({
        level: fc.constantFrom(...CONSENT_LEVELS),
        hasEnded: fc.boolean(),
        isSuspended: fc.boolean(),
        endsAfterClosing: fc.boolean(),
        purpose: fc.constantFrom('School', ''),
        signedOn: fc.option(fc.constantFrom('2026-12-04', '2026-12-05')),
        lastDay: fc.option(days),
        recipientName: fc.constantFrom('Noah Wilekins', 'Ana Ruiz', ''),
      })
      .map(({ level, ...change }) => consent(level, change)),
    { maxLength: 3 },
  );
  const anyFacts: fc.Arbitrary<DisclosureFacts> = fc.record({
    status: fc.constantFrom(...REFERRAL_STATUSES, 'Something new'),
    endReason: fc.option(fc.constantFrom(...END_REASONS, 'something new')),
    attempts,
    isHidden: fc.boolean(),
    consents,
    chosenLevel: fc.option(fc.constantFrom(...CONSENT_LEVELS)),
    birthDate: fc.constantFrom('2010-04-13', '2018-04-13', ''),
    closedOn: fc.option(days),
    today: days,
  });
  const readers = fc.constantFrom(FILER, OTHER);
  /** How much an answer says. */
  const amount = (of: DisclosureFacts, reader: DisclosureReader) => {
    const level = disclose(of, reader)?.level;
    return level ? CONSENT_LEVELS.indexOf(level) + 1 : 0;
  };

  /** Whoever heard the answer before has no news. */
  const expectNoNews = (one: DisclosureFacts, then: DisclosureFacts, reader: DisclosureReader) => {
    const [before, after] = [disclose(one, reader), disclose(then, reader)];
    if (!before || !after) return expect(after?.consentId ?? null).toBeNull();
    return expect(saysMore(after.sentence, [before.sentence])).toBe(false);
  };

  it('revoking, ending or an empty element never lets more through', () => {
    const losses: readonly ((one: ConsentFacts) => ConsentFacts)[] = [
      (one) => ({ ...one, hasEnded: true }),
      (one) => ({ ...one, isSuspended: true }),
      ...(
        ['personName', 'discloser', 'level', 'recipientKind', 'recipientName', 'purpose'] as const
      ).map((element) => (one: ConsentFacts) => ({ ...one, [element]: '' })),
      ...(['lastDay', 'signature', 'signer', 'signedOn', 'recipientAccountId'] as const).map(
        (element) => (one: ConsentFacts) => ({ ...one, [element]: null }),
      ),
    ];
    const property = fc.property(
      anyFacts,
      readers,
      fc.nat(2),
      fc.constantFrom(...losses),
      (of, reader, at, lose) => {
        const less = of.consents.map((one, index) => (index === at ? lose(one) : one));
        const after = { ...of, consents: less };
        expect(amount(after, reader)).toBeLessThanOrEqual(amount(of, reader));
        expectNoNews(of, after, reader);
      },
    );
    fc.assert(property);
  });

  it('time that passes, a deletion or a lower level that staff choose are never news', () => {
    const changes = fc.constantFrom<(of: DisclosureFacts) => Partial<DisclosureFacts>>(
      ({ today }) => ({ today: today < '2027-12-04' ? '2027-12-04' : '2028-01-01' }),
      () => ({ isHidden: true }),
      ({ chosenLevel }) => ({ chosenLevel: chosenLevel === 'outcome' ? 'reached' : 'received' }),
    );
    const property = fc.property(anyFacts, readers, changes, (of, reader, change) => {
      // What was signed for a later day is in force only then: signing is what lets more through.
      const signed = of.consents.filter(
        ({ signedOn }) => signedOn !== null && signedOn <= of.today,
      );
      const before = { ...of, consents: signed };
      expectNoNews(before, { ...before, ...change(before) }, reader);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('is a sentence of its level, or to call', () => {
    const property = fc.property(anyFacts, readers, (of, reader) => {
      const answer = disclose(of, reader);
      if (!answer) return;
      const allowed = answer.level ? SENTENCES_OF_LEVEL[answer.level] : ['callUs'];
      expect(allowed).toContain(answer.sentence);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('depends on nothing that its level does not allow', () => {
    const property = fc.property(anyFacts, anyFacts, readers, (one, other, reader) => {
      const level = disclose(one, reader)?.level ?? null;
      const hasTalked = one.attempts.some(
        ({ whom, outcome }) =>
          whom === 'person' && ['wantsServices', 'notNow', 'declines'].includes(outcome),
      );
      const talk = hasTalked ? [attempt('notNow')] : [];
      const changed = {
        ...one,
        status: other.status,
        endReason: other.endReason,
        attempts: level === 'reached' ? talk : other.attempts,
      };
      if (level !== 'outcome') expect(disclose(changed, reader)).toEqual(disclose(one, reader));
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('says of a talk only after an attempt that reached the person', () => {
    const property = fc.property(anyFacts, readers, (of, reader) => {
      const sentence = disclose(of, reader)?.sentence ?? '';
      if (!['talked', 'wantsServices', 'declined'].includes(sentence)) return;
      expect(of.attempts.map(({ whom }) => whom)).toContain('person');
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
