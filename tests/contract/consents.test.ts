/** Consents, the answers that they allow, and the ledger of what was said. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayIn } from '../../contract/calendar';
import { addDays } from '../../contract/calendarDays';
import type { CallInput } from '../../contract/calls';
import { CONSENT_MAX_DAYS } from '../../contract/consent';
import { account, consent, disclosure, referral } from '../../server/db/schema';
import { endOverdueConsents } from '../../server/features/referrals/consentFacts';
import { followUpRules } from '../../server/features/referrals/followUpRules';
import {
  askForConsentOf,
  fileAsGuest,
  newConsent,
  signedOnPaper,
} from '../support/consentFixtures';
import {
  createFixtures,
  type Fixtures,
  PASSWORD,
  referralBody,
  signIn,
  unique,
  uniqueEmail,
} from '../support/fixtures';
import { changeThePast, settleAttempts } from '../support/pastRows';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let fixtures: Fixtures;
const head = () => fixtures.bearer('superuser');
const today = () => dayIn(server.app.settings.TIME_ZONE, new Date());
const rules = () => followUpRules(server.app.settings);
/** So many years ago, and a day: an age that is over. */
const born = (years: number, days = 1) => {
  const day = addDays(today(), -days);
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`.replace('-02-29', '-02-28');
};

/** A counsellor outside of the program, and a referral that they filed. */
let counsellor: { id: string; access: string; fullname: string; username: string };
let id: string;

beforeAll(async () => {
  server = await startTestServer({ SUPPORT_PHONE: '555 010 0142', BRAND_NAME: 'Bright Path' });
  fixtures = await createFixtures(server);
  await mark(fixtures.sites.own, 'ours');
});
afterAll(() => server.close());
beforeEach(async () => {
  counsellor = await addCounsellor();
  id = await file(counsellor.access);
});

const mark = (_id: string, to: 'ours' | 'outside' | null) =>
  server.callOk('markSite', { body: { _id, mark: to, response_days: null } }, head());

async function addCounsellor() {
  const { _id } = await server.callOk('addSite', { body: { name: unique('School') } }, head());
  await mark(_id, 'outside');
  const [username, fullname] = [uniqueEmail(), unique('Noah Wilekins')];
  const schools = [{ id: _id, name: '' }];
  const body = { fullname, username, password: PASSWORD, role: 'MANAGER' as const, schools };
  await server.callOk('register', { body }, head());
  const [found] = await server.callOk('searchAccounts', { query: { query: username } }, head());
  const { access } = await signIn(server, username);
  return { id: found?._id ?? '', access, fullname, username };
}

type Body = Partial<CallInput<'addReferral'>['body']>;
async function file(access: string | undefined, changes: Body = {}) {
  const body = referralBody(fixtures.sites.own, { dob: born(16), ...changes });
  return (await server.callOk('addReferral', { body }, access))._id;
}

type Asked = Partial<CallInput<'askConsent'>['body']>;
type Paper = Partial<CallInput<'signConsentOnPaper'>['body']>;
const toCounsellor = () => ({ kind: 'account' as const, account: counsellor.id });
const ask = (changes: Asked = {}) =>
  askForConsentOf(fixtures, changes.id ?? id, { recipient: toCounsellor(), ...changes });
const sign = (one: string, changes: Paper = {}) =>
  server.call('signConsentOnPaper', { body: signedOnPaper(one, changes) }, head());
async function agree(asked: Asked = {}, paper: Paper = {}) {
  const one = await ask(asked);
  expect(await sign(one, paper)).toMatchObject({ status: 200 });
  return one;
}
const read = (of = id) => server.callOk('getConsents', { params: { id: of } }, head());
const stateOf = async (one: string, of = id) =>
  (await read(of)).consents.find((each) => each.id === one)?.state;

/** What the counsellor reads of the referral. */
async function answer(of = id, access = counsellor.access) {
  const { items } = await server.callOk('listFiled', { body: {} }, access);
  return items.find(({ _id }) => _id === of);
}
const sentence = async (of?: string, access?: string) => (await answer(of, access))?.answer;
const save = (change: Partial<CallInput<'saveReferral'>['body']>, of = id) =>
  server.callOk('saveReferral', { body: { id: of, ...change } }, head());
async function reach(outcome: 'wantsServices' | 'noAnswer' | 'notNow' = 'wantsServices', of = id) {
  const body = { id: of, channel: 'call' as const, whom: 'person' as const, outcome };
  await server.callOk('addContactAttempt', { body }, head());
  await settle(of);
}
const settle = (of: string) => settleAttempts(server.db, of);
const asOwner = (change: () => Promise<unknown>) => changeThePast(server.db, change);
const ledger = async (of = id) => (await read(of)).told;
const end = (consents: string[], access = head()) =>
  server.call('endConsents', { body: { consents, how: 'On the phone' } }, access);

const issuesOf = ({ body }: { body: unknown }) =>
  (body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'));

describe('a consent', () => {
  it('that is only asked for has no effect', async () => {
    const one = await ask();
    await reach();
    expect(await answer()).toMatchObject({ answer: 'callUs', consent: null });
    const { consents, askers, filer } = await read();
    expect(consents).toMatchObject([
      {
        id: one,
        recipient: { kind: 'account', name: counsellor.fullname, account: counsellor.id },
        state: 'asked',
        signed: null,
      },
    ]);
    expect(consents[0]?.lacks).toEqual(['personName', 'lastDay', 'signature', 'signedOn']);
    expect(filer).toEqual({ id: counsellor.id, fullname: counsellor.fullname });
    const asker = { kind: 'account', name: counsellor.fullname, is_filer: true };
    expect(askers).toEqual([{ ...asker, sentence: 'callUs', consent: null }]);
  });

  it('is in force once it is signed, with what the paper has', async () => {
    const one = await agree({}, { person_name: 'Sam Filed' });
    const day = addDays(new Date().toISOString().slice(0, 10), -1);
    const until = addDays(day, CONSENT_MAX_DAYS);
    expect(await answer()).toMatchObject({
      answer: 'notTalked',
      status: 'We received your referral. We have not talked with the person yet.',
      consent: { person_name: 'Sam Filed', level: 'reached', signed_on: day, last_day: until },
    });
    const [shown] = (await read()).consents;
    expect(shown).toMatchObject({
      state: 'inForce',
      last_day: until,
      ends_after_closing: true,
      lacks: [],
      signed: {
        person_name: 'Sam Filed',
        how: 'paper',
        signer: 'person',
        on: day,
        place: 'Cabinet B',
        witness: 'M. Torres',
      },
    });
    const [stored] = await server.db.select().from(consent).where(eq(consent.id, one));
    expect(stored?.discloser).toBe('Staff of Bright Path');
  });

  it.each<[Paper, string]>([
    [{ signed_on: '2999-01-01' }, 'signed_on'],
    [{ signer: 'guardian', signer_name: 'A. Parent' }, 'signer'],
    [{ last_day: '2000-01-01' }, 'last_day'],
    [{ last_day: '2999-01-01' }, 'last_day'],
    [{ signer: 'guardian' }, 'signer_name'],
    [{ person_name: ' ' }, 'person_name'],
    [{ paper_place: '' }, 'paper_place'],
    [{ witness: '' }, 'witness'],
    [{ by_phone_only: true }, 'by_phone_only'],
  ])('is not signed by %o', async (paper, field) => {
    const refused = await sign(await ask(), paper);
    expect([refused.status, issuesOf(refused)]).toEqual([422, [`body.${field}`]]);
    expect(await sentence()).toBe('callUs');
  });

  it('is signed once, and never edited', async () => {
    const one = await agree();
    expect(await sign(one)).toMatchObject({ status: 409 });
    for (const change of [
      { level: 'outcome' as const },
      { last_day: '2999-01-01' },
      { person_name: 'X' },
    ])
      await expect(
        server.db.update(consent).set(change).where(eq(consent.id, one)),
      ).rejects.toThrow('Failed query');
    await expect(server.db.delete(consent).where(eq(consent.id, one))).rejects.toThrow(
      'Failed query',
    );
  });

  it('of a child is signed by who may sign, and by nobody without an age', async () => {
    const child = await file(counsellor.access, { dob: born(11) });
    const one = await ask({ id: child });
    expect(issuesOf(await sign(one))).toEqual(['body.signer']);
    const guardian = { signer: 'guardian' as const, signer_name: 'A. Parent' };
    expect(await sign(one, guardian)).toMatchObject({ status: 200 });
    expect(await sentence(child)).toBe('notTalked');
    expect((await read(child)).signer).toBe('guardian');
  });

  it('of a child ends on the twelfth birthday, for good', async () => {
    const child = await file(counsellor.access, { dob: born(12, -1) });
    const guardian = { signer: 'guardian' as const, signer_name: 'A. Parent' };
    const one = await agree({ id: child }, guardian);
    expect(await sentence(child)).toBe('notTalked');
    const correct = (dob: string) => {
      const { notes: _notes, ...body } = referralBody(fixtures.sites.own, { dob });
      return server.callOk('correctReferral', { body: { ...body, id: child } }, head());
    };
    // Twelve today, and eleven when it was signed.
    await correct(born(12, 0));
    expect(await sentence(child)).toBe('callUs');
    expect(await stateOf(one, child)).toBe('ended');
    expect((await read(child)).consents[0]?.ended).toMatchObject({ ending: 'birthday' });
    await correct(born(11));
    expect(await sentence(child)).toBe('callUs');
    expect((await read(child)).consents[0]?.ended?.ending).toBe('birthday');
  });

  it('is asked for again once the birth date is corrected across twelve', async () => {
    const one = await agree();
    const { notes: _notes, ...body } = referralBody(fixtures.sites.own, { dob: born(9) });
    await server.callOk('correctReferral', { body: { ...body, id } }, head());
    expect(await stateOf(one)).toBe('asked');
    expect(await sentence()).toBe('callUs');
  });

  it('names an account only if it filed, or the caller may read accounts', async () => {
    const other = await addCounsellor();
    const body = newConsent(id, { recipient: { kind: 'account', account: other.id } });
    const manager = fixtures.bearer('manager');
    const refused = await server.call('askConsent', { body }, manager);
    expect([refused.status, issuesOf(refused)]).toEqual([422, ['body.recipient']]);
    const own = newConsent(id, { recipient: toCounsellor() });
    expect(await server.call('askConsent', { body: own }, manager)).toMatchObject({ status: 200 });
    expect(await server.call('askConsent', { body }, head())).toMatchObject({ status: 200 });
    const later = newConsent(id, { may_revoke_from: 'The end of probation' });
    expect(issuesOf(await server.call('askConsent', { body: later }, head()))).toEqual([
      'body.may_revoke_from',
    ]);
  });

  it.each([
    ['person', 'Noah Wilekins and Ann Torres', 422],
    ['person', 'Ann & Noah Wilekins', 422],
    ['person', 'Ann Torres; Noah Wilekins', 422],
    ['person', 'José Ortega y Gasset', 200],
    ['person', 'Alexandra Anders', 200],
    ['agency', 'Health and Human Services', 200],
  ] as const)('of the kind %s, %j, is for one recipient', async (kind, name, status) => {
    const asked = await server.call(
      'askConsent',
      { body: newConsent(id, { recipient: { kind, name } }) },
      head(),
    );
    expect(asked.status).toBe(status);
    if (status === 422) expect(issuesOf(asked)).toEqual(['body.recipient.name']);
  });

  it('is not asked for at a site that is not marked as ours, but ends anywhere', async () => {
    const one = await agree();
    const manager = fixtures.bearer('manager');
    await mark(fixtures.sites.own, null);
    const asked = server.call('askConsent', { body: newConsent(id) }, manager);
    expect(await asked).toMatchObject({ status: 403 });
    const body = { consents: [one], how: 'In person' };
    expect(await server.call('endConsents', { body }, manager)).toMatchObject({ status: 200 });
    await mark(fixtures.sites.own, 'ours');
    expect(await sentence()).toBe('callUs');
  });
});

describe('a consent ends', () => {
  it('at once when it is revoked, which is noted, and never comes back', async () => {
    const one = await agree();
    expect(await end([one])).toMatchObject({ status: 200 });
    expect(await answer()).toMatchObject({ answer: 'callUs', consent: null });
    const [shown] = (await read()).consents;
    expect(shown).toMatchObject({
      state: 'ended',
      ended: { ending: 'revoked', note: 'On the phone', by: expect.any(String) },
    });
    expect(await end([one])).toMatchObject({ status: 200 });
    expect(await sign(one)).toMatchObject({ status: 409 });
    const confirmed = server.call('confirmConsent', { body: { consent: one } }, head());
    expect(await confirmed).toMatchObject({ status: 409 });
    const revived = server.db.update(consent).set({ ended_at: null }).where(eq(consent.id, one));
    await expect(revived).rejects.toThrow('Failed query');
  });

  it('as declined if the person says no to what was asked for', async () => {
    const one = await ask();
    await end([one]);
    expect((await read()).consents[0]?.ended?.ending).toBe('declined');
    expect(await sign(one)).toMatchObject({ status: 409 });
  });

  it('for all referrals of the person, and for nobody else’s', async () => {
    const person = { first_name: 'Ada', last_name: unique('Twice'), dob: born(16) };
    const [first, second] = [
      await file(counsellor.access, person),
      await file(counsellor.access, { ...person, notes: 'Again' }),
    ];
    const consents = [await agree({ id: first }), await agree({ id: second })];
    await agree();
    expect((await read(first)).others).toMatchObject([{ id: consents[1], state: 'inForce' }]);
    const other = unique('absent');
    expect(await end([...consents, other])).toMatchObject({ status: 404 });
    expect(await end(consents, counsellor.access)).toMatchObject({ status: 404 });
    expect(await sentence(first)).toBe('notTalked');
    expect(await end(consents)).toMatchObject({ status: 200 });
    expect([await sentence(first), await sentence(second)]).toEqual(['callUs', 'callUs']);
    expect(await sentence()).toBe('notTalked');
  });

  it('thirty days after the referral was last closed, for good', async () => {
    const one = await agree({ level: 'outcome' });
    await save({ status: 'Processed' });
    expect((await read()).consents[0]?.last_day).toBe(addDays(today(), 30));
    const closedAgo = (days: number) =>
      asOwner(() =>
        server.db.execute(
          sql`update referral_event set at = now() - make_interval(days => ${days}) where referral_id = ${id} and kind = 'status'`,
        ),
      );
    await closedAgo(30);
    expect(await sentence()).toBe('notTalked');
    await closedAgo(31);
    expect(await sentence()).toBe('callUs');
    await save({ status: 'Pending' });
    expect(await sentence()).toBe('callUs');
    expect(await stateOf(one)).toBe('ended');
    expect((await read()).consents[0]?.ended?.ending).toBe('expired');
  });

  it('not while the referral is reopened before that: the thirty days start anew', async () => {
    await agree();
    await save({ status: 'Processed' });
    await save({ status: 'Pending' });
    expect(await sentence()).toBe('notTalked');
    const [shown] = (await read()).consents;
    expect(shown?.last_day).toBe(addDays(shown?.signed?.on ?? '', CONSENT_MAX_DAYS));
    await save({ status: 'Processed' });
    expect((await read()).consents[0]?.last_day).toBe(addDays(today(), 30));
  });

  it.each<['updateReferral' | 'bulk']>([['updateReferral'], ['bulk']])(
    'for good, by %s as well',
    async (by) => {
      const one = await agree();
      await asOwner(() =>
        server.db
          .update(consent)
          .set({ last_day: addDays(today(), -1), signed_on: addDays(today(), -9) })
          .where(eq(consent.id, one)),
      );
      expect(await sentence()).toBe('callUs');
      if (by === 'updateReferral')
        await server.callOk('updateReferral', { body: { id, status: 'Processed' } }, head());
      else {
        const body = { action: 'status' as const, status: 'Processed' as const };
        await server.callOk('changeReferrals', { body: { ...body, items: [{ id }] } }, head());
      }
      const [stored] = await server.db.select().from(consent).where(eq(consent.id, one));
      expect(stored?.ending).toBe('expired');
    },
  );

  it('by itself, stored by the job', async () => {
    const one = await agree();
    await asOwner(() =>
      server.db
        .update(consent)
        .set({ last_day: addDays(today(), -1), signed_on: addDays(today(), -9) })
        .where(eq(consent.id, one)),
    );
    const stored = async () =>
      (await server.db.select().from(consent).where(eq(consent.id, one)))[0]?.ending;
    expect(await stored()).toBeNull();
    await endOverdueConsents(server.db, rules());
    expect(await stored()).toBe('expired');
  });

  it('on the chosen day, which is its last', async () => {
    await agree({}, { last_day: today() });
    expect(await sentence()).toBe('notTalked');
    await save({ status: 'Processed' });
    expect((await read()).consents[0]).toMatchObject({
      last_day: today(),
      ends_after_closing: false,
    });
  });
});

describe('a consent is suspended', () => {
  const confirm = (one: string) =>
    server.call('confirmConsent', { body: { consent: one } }, head());

  it('until it is confirmed, when the account gets another name', async () => {
    const one = await agree();
    const rename = (fullname: string) =>
      server.callOk('updateAccount', { params: { id: counsellor.id }, body: { fullname } }, head());
    await rename('Noah Other');
    expect([await sentence(), await stateOf(one)]).toEqual(['callUs', 'suspended']);
    await rename(counsellor.fullname);
    expect([await sentence(), await stateOf(one)]).toEqual(['callUs', 'suspended']);
    await rename('Noah Other');
    expect(await confirm(one)).toMatchObject({ status: 200 });
    expect(await sentence()).toBe('notTalked');
    const [shown] = (await read()).consents;
    expect(shown).toMatchObject({ recipient: { name: counsellor.fullname }, suspensions: [] });
    expect((await read()).askers).toMatchObject([{ name: 'Noah Other', sentence: 'notTalked' }]);
  });

  it('and leaves what a later one lets the account hear by its present name', async () => {
    const other = await addCounsellor();
    const recipient = { kind: 'account' as const, account: other.id };
    const earlier = await agree({ recipient, level: 'outcome' });
    const body = { fullname: 'Noah Other' };
    await server.callOk('updateAccount', { params: { id: other.id }, body }, head());
    const later = await agree({ recipient });
    expect([await stateOf(earlier), await stateOf(later)]).toEqual(['suspended', 'inForce']);
    expect(await sentence(id, other.access)).toBe('notTalked');
    const asker = (await read()).askers.find(({ name }) => name === 'Noah Other');
    expect(asker).toMatchObject({ sentence: 'notTalked', consent: later });
  });

  it('when the account is deactivated, also once it is active again', async () => {
    const one = await agree();
    const params = { id: counsellor.id };
    await server.callOk('deactivateAccount', { params }, head());
    expect(await stateOf(one)).toBe('suspended');
    expect(await confirm(one)).toMatchObject({ status: 422 });
    await server.callOk('reactivateAccount', { params }, head());
    const { access } = await signIn(server, counsellor.username);
    expect(await sentence(id, access)).toBe('callUs');
    expect(await confirm(one)).toMatchObject({ status: 200 });
    expect(await sentence(id, access)).toBe('notTalked');
  });

  it('when the referral is deleted; putting it back asks', async () => {
    const one = await agree();
    await server.callOk('deleteReferral', { body: { id } }, head());
    expect(await sentence()).toBe('callUs');
    expect(await confirm(one)).toMatchObject({ status: 404 });
    await server.callOk('putBackReferral', { body: { id } }, head());
    expect(await sentence()).toBe('callUs');
    expect((await read()).consents[0]?.suspensions).toEqual(['deleted']);
    expect(await confirm(one)).toMatchObject({ status: 200 });
    expect(await sentence()).toBe('notTalked');
  });

  it('while the referral is held', async () => {
    await agree();
    const hold = (hold_reason: 'trap' | null) =>
      server.db.update(referral).set({ hold_reason }).where(eq(referral.id, id));
    await hold('trap');
    expect(await sentence()).toBe('callUs');
    await hold(null);
    expect(await sentence()).toBe('notTalked');
  });

  it('after a restore, until a super user confirms that none was revoked', async () => {
    const one = await agree();
    await server.db
      .update(consent)
      .set({ suspensions: sql`array_append(suspensions, 'restored')` })
      .where(eq(consent.id, one));
    const codes = async (access = head()) =>
      (await server.callOk('listNotices', {}, access)).map(({ code }) => code);
    expect(await codes()).toContain('consentsRestored');
    expect(await codes(fixtures.bearer('manager'))).not.toContain('consentsRestored');
    expect(await sentence()).toBe('callUs');
    // One at a time confirms another thing.
    expect(await confirm(one)).toMatchObject({ status: 200 });
    expect(await sentence()).toBe('callUs');
    await server.callOk('confirmRestoredConsents', {}, head());
    expect(await sentence()).toBe('notTalked');
    expect(await codes()).not.toContain('consentsRestored');
  });
});

describe('an answer', () => {
  it('says what the level lets through, and no more', async () => {
    await agree({ level: 'received' });
    await reach();
    expect(await sentence()).toBe('received');
    await agree({ level: 'reached' });
    expect(await sentence()).toBe('talked');
    await agree({ level: 'outcome' });
    expect(await sentence()).toBe('wantsServices');
    await save({ status: 'Declined Services', end_reason: 'notNow' });
    expect(await answer()).toMatchObject({
      answer: 'declined',
      status:
        'We talked with the person you referred. They do not want services for now. They can call us any time: 555 010 0142.',
    });
    await save({ told_level: 'reached' });
    expect(await sentence()).toBe('talked');
    await save({ told_level: null });
    expect(await sentence()).toBe('declined');
  });

  it('says nothing of an attempt that can be undone yet', async () => {
    await agree();
    const body = { id, channel: 'call', whom: 'person', outcome: 'wantsServices' } as const;
    await server.callOk('addContactAttempt', { body }, head());
    expect(await sentence()).toBe('notTalked');
    await settle(id);
    expect(await sentence()).toBe('talked');
  });

  it('goes to an account that did not file, as a row with the signed name alone, while it lasts', async () => {
    const other = await addCounsellor();
    const one = await agree(
      { recipient: { kind: 'account', account: other.id } },
      { person_name: 'Sam Filed' },
    );
    const { items, total } = await server.callOk('listFiled', { body: {} }, other.access);
    expect(total).toBe(1);
    expect(items).toEqual([
      {
        _id: id,
        first_name: 'Sam Filed',
        last_name: '',
        contact_number: '',
        site: { value: '', label: '' },
        sex: null,
        dob: null,
        substance: [],
        tracking_id: '',
        entry_date: expect.stringMatching(/^\d{4}-/),
        status: 'We received your referral. We have not talked with the person yet.',
        answer: 'notTalked',
        consent: expect.objectContaining({ level: 'reached' }),
      },
    ]);
    expect(await server.callOk('countReferrals', {}, other.access)).toEqual({ count: 1 });
    expect(await server.callOk('getReader', {}, other.access)).toMatchObject({ filed: 1 });
    // The one who filed hears nothing by the consent of another.
    expect(await sentence()).toBe('callUs');
    const [filed] = await server.db.select().from(referral).where(eq(referral.id, id));
    const { last_name, contact_number, dob } = filed ?? expect.fail('It is gone');
    for (const q of [last_name, contact_number, dob]) {
      const found = await server.callOk('listFiled', { body: { q } }, other.access);
      expect(found.total).toBe(0);
    }
    await end([one]);
    expect((await server.callOk('listFiled', { body: {} }, other.access)).total).toBe(0);
    expect(await server.callOk('countReferrals', {}, other.access)).toEqual({ count: 0 });
  });

  it('is found by its words as a status, and by the spec’s calls', async () => {
    const second = await file(counsellor.access);
    await agree({ level: 'received' });
    const find = async (referral_status: string) => {
      const query = { referral_status };
      const { items } = await server.callOk('filterReferrals', { query }, counsellor.access);
      return items.map(({ _id }) => _id);
    };
    expect(await find('We received your referral.')).toEqual([id]);
    expect(await find('Received. Please call us.')).toEqual([second]);
    expect(await find('Pending')).toEqual([]);
    const { items } = await server.callOk('listReferrals', { query: {} }, counsellor.access);
    expect(items.map(({ status }) => status)).toEqual([
      'Received. Please call us.',
      'We received your referral.',
    ]);
  });

  it('of nobody else’s consent: probation, an agency and a person are told by staff', async () => {
    for (const kind of ['person', 'agency', 'probation'] as const)
      await agree({ recipient: { kind, name: counsellor.fullname } });
    expect(await sentence()).toBe('callUs');
    expect((await read()).askers.map(({ kind, sentence: said }) => [kind, said])).toEqual([
      ['account', 'callUs'],
      ['probation', 'notTalked'],
      ['agency', 'notTalked'],
      ['person', 'notTalked'],
    ]);
  });

  it('of a guest’s referral is the same without a consent', async () => {
    const body = referralBody(fixtures.sites.own, { last_name: unique('Guest') });
    await server.callOk('addGuestReferral', { body });
    const [found] = await server.db
      .select({ id: referral.id })
      .from(referral)
      .where(eq(referral.last_name, body.last_name));
    const { askers, filer } = await read(found?.id);
    expect(filer).toBeNull();
    expect(askers).toEqual([
      { kind: 'guest', name: null, is_filer: true, sentence: 'callUs', consent: null },
    ]);
  });
});

describe('the ledger', () => {
  it('has what a page said before it left, repeats counted, one row for each sentence', async () => {
    await agree();
    expect(await ledger()).toEqual([]);
    await answer();
    await answer();
    await server.callOk('listReferrals', { query: {} }, counsellor.access);
    await reach();
    await answer();
    const told = await ledger();
    expect(told).toMatchObject([
      { sentence: 'talked', times: 1 },
      { sentence: 'notTalked', times: 3 },
    ]);
    expect(told[1]).toMatchObject({
      recipient: counsellor.fullname,
      address: counsellor.username,
      purpose: 'At the request of the person',
      channel: 'page',
      by: counsellor.fullname,
    });
    expect(told[1] && told[1].first_at < told[1].last_at).toBe(true);
  });

  it('has a row for each address to which it was said', async () => {
    await agree();
    await answer();
    const moved = uniqueEmail();
    await server.db.update(account).set({ username: moved }).where(eq(account.id, counsellor.id));
    await answer();
    await answer();
    expect(await ledger()).toMatchObject([
      { sentence: 'notTalked', channel: 'page', address: moved, times: 2 },
      { sentence: 'notTalked', channel: 'page', address: counsellor.username, times: 1 },
    ]);
  });

  it('has nothing of an answer without a consent', async () => {
    await answer();
    await ask();
    await answer();
    expect(await ledger()).toEqual([]);
  });

  it('has what staff said, if it may still be said', async () => {
    const recipient = { kind: 'agency' as const, name: 'Harbor House', address: '1 Pier' };
    const one = await agree({ recipient });
    const tell = (said: 'notTalked' | 'talked', channel: 'phone' | 'letter' = 'phone') =>
      server.call('tellAnswer', { body: { consent: one, sentence: said, channel } }, head());
    expect(await tell('talked')).toMatchObject({ status: 409 });
    expect(await tell('notTalked')).toMatchObject({ status: 200 });
    expect(await ledger()).toMatchObject([
      { recipient: 'Harbor House', address: '1 Pier', channel: 'phone', times: 1 },
    ]);
    expect(await tell('notTalked', 'letter')).toMatchObject({ status: 200 });
    expect(await tell('notTalked', 'page' as 'letter')).toMatchObject({ status: 422 });
    expect((await ledger()).map(({ channel }) => channel)).toEqual(['letter', 'phone']);
    await end([one]);
    expect(await tell('notTalked')).toMatchObject({ status: 409 });
  });

  it('is accounted for by person, over three years, deleted referrals included', async () => {
    const person = { first_name: 'Ada', last_name: unique('Account'), dob: born(16) };
    const [first, second] = [
      await file(counsellor.access, person),
      await file(counsellor.access, { ...person, notes: 'Again' }),
    ];
    await agree({ id: first });
    await agree({ id: second });
    await answer(first);
    await server.callOk('deleteReferral', { body: { id: second } }, head());
    const account_ = () => server.callOk('getAccounting', { params: { id: first } }, head());
    expect((await account_()).entries).toHaveLength(2);
    await asOwner(() =>
      server.db.execute(
        sql`update disclosure set first_at = now() - interval '4 years', last_at = now() - interval '37 months'
          where consent_id in (select id from consent where referral_id = ${second})`,
      ),
    );
    expect((await account_()).entries).toHaveLength(1);
  });

  it('only grows by repeats', async () => {
    const one = await agree();
    await answer();
    const isIt = eq(disclosure.consent_id, one);
    await expect(server.db.delete(disclosure).where(isIt)).rejects.toThrow('Failed query');
    for (const change of [{ times: 7 }, { sentence: 'talked' as const }, { last_at: new Date() }])
      await expect(server.db.update(disclosure).set(change).where(isIt)).rejects.toThrow(
        'Failed query',
      );
  });
});

it('a name that was renamed while a consent was asked for is confirmed after the signature', async () => {
  const one = await ask();
  await server.db.update(account).set({ fullname: 'Changed' }).where(eq(account.id, counsellor.id));
  await sign(one);
  expect([await sentence(), await stateOf(one)]).toEqual(['callUs', 'suspended']);
});

describe('the one who files asks', () => {
  const consentsOf = async (referralId: string) =>
    (await server.callOk('getConsents', { params: { id: referralId } }, head())).consents;
  const asked = { state: 'asked', level: 'reached', purpose: 'At the request of the person' };

  it('as an account, by a tick, which has no effect until the person signed', async () => {
    const body = referralBody(fixtures.sites.own);
    const filed = await server.callOk(
      'addReferral',
      { body: { ...body, ask_consent: true } },
      counsellor.access,
    );
    const [one, ...others] = await consentsOf(filed._id);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      ...asked,
      recipient: { kind: 'account', name: counsellor.fullname, account: counsellor.id },
      asked: { by: counsellor.fullname },
      signed: null,
    });
    expect(await answer(filed._id)).toMatchObject({ answer: 'callUs' });
    await sign(one?.id ?? '');
    expect(await answer(filed._id)).toMatchObject({ answer: 'notTalked' });
  });

  it.each([false, undefined])(
    'without a tick (%j), as an account, nothing',
    async (ask_consent) => {
      const body = { ...referralBody(fixtures.sites.own), ask_consent };
      const filed = await server.callOk('addReferral', { body }, counsellor.access);
      expect(await consentsOf(filed._id)).toEqual([]);
    },
  );

  it('as a guest, by their name, and a repeat asks no more', async () => {
    const body = { ...referralBody(fixtures.sites.own), guest_name: 'Carmen Sample' };
    const { tracking_id } = await server.callOk('addGuestReferral', { body });
    await server.callOk('addGuestReferral', { body });
    const found = await server.callOk(
      'filterReferrals',
      { query: { tracking_id: tracking_id ?? '' } },
      head(),
    );
    const consents = await consentsOf(found.items[0]?._id ?? '');
    expect(consents).toMatchObject([
      {
        ...asked,
        recipient: { kind: 'guest', name: 'Carmen Sample', account: null },
        asked: { by: 'Carmen Sample' },
      },
    ]);
  });

  it('as a guest without a name, nothing', async () => {
    const { id: ofGuest } = await fileAsGuest(fixtures, { guest_name: null });
    expect(await consentsOf(ofGuest)).toEqual([]);
  });
});

it('nothing is said that the ledger does not have', async () => {
  const one = await agree();
  const { id: ofGuest, reference, code, birth_year } = await fileAsGuest(fixtures);
  await agree({ id: ofGuest, recipient: { kind: 'guest' } });
  const three = { reference, code, birth_year };
  const told = { consent: one, sentence: 'notTalked', channel: 'phone' };
  const sayAll = () =>
    Promise.all([
      server.call('listReferrals', {}, counsellor.access),
      server.call('filterReferrals', {}, counsellor.access),
      server.call('listWorklist', { body: {} }, counsellor.access),
      server.call('listFiled', { body: {} }, counsellor.access),
      server.call('lookUp', { body: three }),
      server.call('tellAnswer', { body: told }, head()),
    ]);
  await server.db.execute(sql`
    create function refuse_disclosure() returns trigger language plpgsql as $$ begin raise exception 'Full'; end $$`);
  await server.db.execute(sql`
    create trigger refused before insert on disclosure for each row execute function refuse_disclosure()`);
  const refused = await sayAll();
  await server.db.execute(sql`drop function refuse_disclosure cascade`);
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 500));
  for (const { text } of refused) expect(text).not.toMatch(/notTalked|We received/);
  const said = await sayAll();
  expect(said.map(({ status }) => status)).toEqual(said.map(() => 200));
  expect((await ledger()).map(({ channel, times }) => [channel, times])).toEqual(
    expect.arrayContaining([
      ['page', 4],
      ['phone', 1],
    ]),
  );
});
