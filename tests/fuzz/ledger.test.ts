/**
 * The ledger is complete: on random journeys of referrals, each answer that says more than that a referral was received has its row,
 * by consent, sentence and channel, and no row is without an answer.
 */
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONSENT_LEVELS } from '../../contract/consent';
import { SENTENCES } from '../../contract/disclosure';
import type { Consents } from '../../contract/entities/consent';
import { END_REASONS, GIVEN_CHANNELS } from '../../contract/staffConstants';
import { account, consent, disclosure, limit_window } from '../../server/db/schema';
import { endOverdueConsents } from '../../server/features/referrals/consentFacts';
import { followUpRules } from '../../server/features/referrals/followUpRules';
import { answerWords } from '../../server/languages';
import { addOutsideSite, addReader } from '../access/outsideReaders';
import { fileAsGuest, newConsent, signedOnPaper } from '../support/consentFixtures';
import { thorough } from '../support/exhaustive';
import { createFixtures, type Fixtures, referralBody, unique } from '../support/fixtures';
import { changeThePast, settleAttempts } from '../support/pastRows';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';

const JOURNEYS = thorough(200, 1_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_130);
const PHONE = '555 010 0142';

let server: TestServer;
let fixtures: Fixtures;
let site: string;
let answers = 0;
const head = () => fixtures.bearer('superuser');

beforeAll(async () => {
  server = await startTestServer({ SUPPORT_PHONE: PHONE });
  fixtures = await createFixtures(server);
  site = await addOutsideSite(fixtures);
});
afterAll(async () => {
  await server.close();
  report('answers by consent compared with the ledger', answers);
});

type Reader = Awaited<ReturnType<typeof addReader>>;

/** A referral, those who may hear of it, and what they were told. */
interface Journey {
  readonly id: string;
  /** The account that filed; null for a guest. */
  readonly filer: Reader | null;
  /** An account that did not file. */
  readonly other: Reader;
  /** What the receipt of a guest has. */
  readonly three: { reference: string; code: string; birth_year: string } | null;
  /** How often which consent let say what, by which channel. */
  readonly told: Map<string, number>;
  /** What staff saw at first, for those who answer late. */
  view: Consents | null;
}

async function begin(isGuest: boolean): Promise<Journey> {
  const other = await addReader(fixtures, 'MANAGER', [site]);
  const shared = { other, told: new Map<string, number>(), view: null };
  if (!isGuest) {
    const body = referralBody(site);
    const filer = await addReader(fixtures, 'MANAGER', [site]);
    const { _id: id } = await server.callOk('addReferral', { body }, filer.access);
    return { ...shared, id, filer, three: null };
  }
  const {
    id,
    body: _body,
    ...three
  } = await fileAsGuest(fixtures, {
    site: referralBody(site).site,
  });
  return { ...shared, id, filer: null, three };
}

const asHead = (name: Parameters<TestServer['call']>[0], body: object) =>
  server.call(name, { body }, head());

/** What staff see of the consents; null while the referral is deleted. */
async function look({ id }: Journey): Promise<Consents | null> {
  const { status, body } = await server.call('getConsents', { params: { id } }, head());
  return status === 200 ? (body as Consents) : null;
}

const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % (items.length || 1)];

type Recipient = Consents['consents'][number]['recipient'];

/** The consent by which a recipient hears the most. */
function consentFor(
  view: Consents | null,
  is: (recipient: Recipient) => boolean,
  byLookUp = false,
) {
  const rank = (level: string) => (CONSENT_LEVELS as readonly string[]).indexOf(level);
  return view?.consents
    .filter(
      ({ state, recipient, by_phone_only: isByPhone }) =>
        state === 'inForce' && is(recipient) && !(byLookUp && isByPhone),
    )
    .toSorted((one, two) => rank(two.level) - rank(one.level))[0];
}

/** Counts an answer that said more than that the referral was received. */
function count(
  { told }: Journey,
  consentId: string | undefined,
  sentence: string,
  channel: string,
) {
  answers += 1;
  const key = `${consentId} ${sentence} ${channel}`;
  told.set(key, (told.get(key) ?? 0) + 1);
}

interface Step {
  run(journey: Journey): Promise<unknown>;
}
const stepOf = <Drawn>(
  kind: string,
  drawn: fc.Arbitrary<Drawn>,
  run: (journey: Journey, drawn: Drawn) => Promise<unknown>,
): fc.Arbitrary<Step> =>
  drawn.map((values) => ({
    run: (journey) => run(journey, values),
    toString: () => `${kind} ${JSON.stringify(values)}`,
  }));

const index = fc.nat(20);
const OUTCOMES = ['noAnswer', 'wantsServices', 'notNow'];
const STATUSES = ['Pending', 'Processed', 'More Info Needed', 'Declined Services'];

const agree = stepOf(
  'agree',
  fc.record({
    to: index,
    level: fc.constantFrom(...CONSENT_LEVELS),
    isByPhone: fc.boolean(),
    isOnlyAsked: fc.nat(4).map((drawn) => drawn === 0),
  }),
  async (journey, { to, level, isByPhone, isOnlyAsked }) => {
    const { filer, other } = journey;
    const recipients = [
      filer ? { kind: 'account' as const, account: filer.id } : { kind: 'guest' as const },
      { kind: 'account' as const, account: other.id },
      { kind: 'person' as const, name: unique('Aunt Rosa') },
      { kind: 'probation' as const, name: unique('Officer') },
    ];
    const recipient = pick(recipients, to) ?? { kind: 'guest' };
    const asked = newConsent(journey.id, { recipient, level, purpose: unique('To help') });
    await asHead('askConsent', asked);
    const view = await look(journey);
    const newest = view?.consents.find(({ purpose }) => purpose === asked.purpose);
    if (isOnlyAsked || !newest || !view?.signer) return;
    const { signer } = view;
    const by_phone_only = recipient.kind === 'guest' && isByPhone;
    const signed = { signer, by_phone_only, ...(signer === 'guardian' && { signer_name: 'Ma' }) };
    await asHead('signConsentOnPaper', signedOnPaper(newest.id, signed));
  },
);

const stop = stepOf('stop', index, async (journey, at) => {
  const one = pick((await look(journey))?.consents ?? [], at);
  if (one) await asHead('endConsents', { consents: [one.id], how: 'On the phone' });
});

const confirm = stepOf('confirm', index, async (journey, at) => {
  const one = pick((await look(journey))?.consents ?? [], at);
  if (one) await asHead('confirmConsent', { consent: one.id });
});

const wait = stepOf('wait', fc.constantFrom(1, 20, 31, 200, 366), async ({ id }, days) => {
  const { db } = server;
  const earlier = (column: string) => sql.raw(`${column} = ${column} - ${days}`);
  const before = (column: string) => sql.raw(`${column} = ${column} - interval '${days} days'`);
  await changeThePast(db, async () => {
    await db.execute(
      sql`update consent set ${earlier('signed_on')}, ${earlier('last_day')} where referral_id = ${id}`,
    );
    await db.execute(sql`update referral_event set ${before('at')} where referral_id = ${id}`);
    await db.execute(sql`update contact_attempt set ${before('at')} where referral_id = ${id}`);
  });
  // The job may have run or not.
  if (days % 2 === 0) await endOverdueConsents(db, followUpRules(server.app.settings), [id]);
});

const call = stepOf('call', fc.constantFrom(...OUTCOMES), async ({ id }, outcome) => {
  await asHead('addContactAttempt', { id, channel: 'call', whom: 'person', outcome });
  await settleAttempts(server.db, id);
});

const set = stepOf(
  'set',
  fc.record({ status: fc.constantFrom(...STATUSES), reason: fc.constantFrom(...END_REASONS) }),
  ({ id }, { status, reason }) =>
    asHead('saveReferral', {
      id,
      status,
      ...(status === 'Declined Services' && { end_reason: reason }),
    }),
);

const correct = stepOf('correct', fc.constantFrom('2005-02-28', '2020-02-28'), ({ id }, dob) =>
  asHead('correctReferral', { ...referralBody(site, { dob }), id }),
);

const remove = stepOf('delete', fc.boolean(), async ({ id }, isPutBack) => {
  await asHead('deleteReferral', { id });
  if (isPutBack) await asHead('putBackReferral', { id });
});

const rename = stepOf('rename', fc.boolean(), ({ filer, other }, isOther) =>
  server.db
    .update(account)
    .set({ fullname: unique('Renamed') })
    .where(eq(account.id, (isOther ? other : (filer ?? other)).id)),
);

interface Page {
  items: { _id: string; answer: string }[];
  total: number;
}

const read = stepOf(
  'read',
  fc.record({
    isOther: fc.boolean(),
    list: fc.constantFrom('listReferrals', 'filterReferrals', 'listWorklist', 'listFiled'),
    page: fc.constantFrom(1, 1, 2),
    words: fc.option(fc.constantFrom(...SENTENCES)),
    isSearch: fc.boolean(),
  }),
  async (journey, { isOther, list, page, words, isSearch }) => {
    const { id, filer, other } = journey;
    const reader = isOther ? other : filer;
    if (!reader) return;
    const isFilter = list === 'filterReferrals';
    const query = {
      page,
      size: 1,
      ...(isFilter && words && { referral_status: answerWords(words, PHONE) }),
      ...(isFilter && isSearch && { name: 'sample' }),
    };
    const view = await look(journey);
    const input = list === 'listReferrals' || isFilter ? { query } : { body: query };
    const answer = await server.call(list, input, reader.access);
    expect(answer.status).toBe(200);
    const { items, total } = answer.body as Page;
    const row = items.find(({ _id }) => _id === id);
    // Their number says it, too: by a filter for these words, or if they did not file it and search for the person.
    const isTold = isFilter && total > 0 && (words !== null || (isSearch && reader === other));
    const ofReader = consentFor(view, (to) => to.account === reader.id);
    const asker = view?.askers.find((one) => one.consent === ofReader?.id);
    const said = row?.answer ?? (isTold ? (words ?? asker?.sentence) : null);
    if (!said || said === 'callUs') return;
    expect(said).toBe(asker?.sentence);
    count(journey, ofReader?.id, said, 'page');
  },
);

const lookUp = stepOf('look up', fc.boolean(), async (journey, isRight) => {
  if (!journey.three) return;
  // Only tests of the limit reach it.
  await server.db.delete(limit_window);
  const view = await look(journey);
  const body = { ...journey.three, ...(!isRight && { code: '0000-0000-0000-0000' }) };
  const { sentence, result } = await server.callOk('lookUp', { body });
  expect(result).toBe(isRight ? 'answer' : 'noMatch');
  if (sentence === null || sentence === 'callUs') return;
  const one = consentFor(view, ({ kind }) => kind === 'guest', true);
  count(journey, one?.id, sentence, 'lookUp');
});

const tell = stepOf(
  'tell',
  fc.record({ whom: index, channel: fc.constantFrom(...GIVEN_CHANNELS), isLate: fc.boolean() }),
  async (journey, { whom, channel, isLate }) => {
    const view = await look(journey);
    journey.view ??= view;
    const seen = isLate ? journey.view : view;
    const asker = pick(seen?.askers.filter((one) => one.consent !== null) ?? [], whom);
    if (!asker) return;
    const { consent: named, sentence } = asker;
    const answer = await asHead('tellAnswer', { consent: named, sentence, channel });
    if (!isLate) expect(answer.status).toBe(200);
    if (answer.status === 200) count(journey, named ?? undefined, sentence ?? '', channel);
  },
);

const anything = fc.oneof(
  { weight: 3, arbitrary: agree },
  { weight: 8, arbitrary: read },
  { weight: 4, arbitrary: lookUp },
  { weight: 4, arbitrary: tell },
  { weight: 2, arbitrary: call },
  { weight: 2, arbitrary: set },
  stop,
  confirm,
  wait,
  correct,
  remove,
  rename,
);
const steps = fc
  .tuple(
    fc.array(agree, { minLength: 1, maxLength: 3 }),
    fc.array(anything, { minLength: 6, maxLength: 16, size: 'max' }),
  )
  .map((parts) => parts.flat());

it(
  `has each answer of ${JOURNEYS} random journeys, and nothing else`,
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (isGuest, drawn) => {
        const journey = await begin(isGuest);
        for (const one of drawn) await one.run(journey);
        const rows = await server.db
          .select({ row: disclosure })
          .from(disclosure)
          .innerJoin(consent, eq(consent.id, disclosure.consent_id))
          .where(eq(consent.referral_id, journey.id));
        const stored = rows.map(({ row }): [string, number] => [
          `${row.consent_id} ${row.sentence} ${row.channel}`,
          row.times,
        ]);
        expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(journey.told));
        for (const { row } of rows) {
          expect(row.first_at.getTime()).toBeLessThanOrEqual(row.last_at.getTime());
          if (row.times === 1) expect(row.first_at).toEqual(row.last_at);
        }
      }),
      { numRuns: JOURNEYS, seed: SEED, endOnFailure: true },
    );
    expect(answers).toBeGreaterThan(JOURNEYS);
  },
);
