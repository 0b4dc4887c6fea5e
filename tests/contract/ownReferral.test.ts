/** The own referral of a person, whose login it is, and the copy of everything that they ask for. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayIn } from '../../contract/calendar';
import { addDays } from '../../contract/calendarDays';
import type { CallInput } from '../../contract/calls';
import type { LoginHolder } from '../../contract/consent';
import { account, audit_event, consent, referral } from '../../server/db/schema';
import { askForConsentOf, fileAsGuest, signedOnPaper } from '../support/consentFixtures';
import {
  createFixtures,
  type Fixtures,
  PASSWORD,
  referralBody,
  signIn,
  unique,
  uniqueEmail,
} from '../support/fixtures';
import { settleAttempts } from '../support/pastRows';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let fixtures: Fixtures;
const head = () => fixtures.bearer('superuser');
const today = () => dayIn(server.app.settings.TIME_ZONE, new Date());
/** Born so many years ago, and so many days before this day of the year. */
const born = (years: number, days = 1) => {
  const day = addDays(today(), -days);
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`.replace('-02-29', '-02-28');
};

beforeAll(async () => {
  server = await startTestServer({ BRAND_NAME: 'Bright Path', SUPPORT_PHONE: '555 010 0142' });
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

/** A referral by a counsellor, and what they filed. */
let id: string;
beforeEach(async () => {
  id = await file({ dob: born(16) });
});

type Body = Partial<CallInput<'addReferral'>['body']>;
async function file(changes: Body = {}, access = head()) {
  const body = referralBody(fixtures.sites.own, changes);
  return (await server.callOk('addReferral', { body }, access))._id;
}
const loginBody = (referral_: string, holder?: LoginHolder) => ({
  fullname: unique('Referred'),
  username: uniqueEmail(),
  password: PASSWORD,
  schools: [],
  referral: referral_,
  ...(holder && { holder }),
});
async function addLogin(of: string, holder?: LoginHolder) {
  const body = loginBody(of, holder);
  await server.callOk('registerReferral', { body }, head());
  return { username: body.username, ...(await signIn(server, body.username)) };
}
const own = async (access: string) => (await server.callOk('getOwnReferral', {}, access)).referral;
const readLogin = (of = id) => server.callOk('getLogin', { params: { id: of } }, head());
const setHolder = (holder: LoginHolder, of = id) =>
  server.call('setLoginHolder', { body: { id: of, holder } }, head());
const correct = async (dob: string, of = id) => {
  const { notes: _notes, ...filed } = referralBody(fixtures.sites.own, { dob });
  await server.callOk('correctReferral', { body: { ...filed, id: of } }, head());
};
const statusOf = async (access: string) => (await server.call('getOwnReferral', {}, access)).status;
const issuesOf = ({ body }: { body: unknown }) =>
  (body as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.join('.'));

/** A consent in force, by a paper. */
async function agree(of = id, name = unique('Aunt Rosa')) {
  const one = await askForConsentOf(fixtures, of, { recipient: { kind: 'person', name } });
  await server.callOk('signConsentOnPaper', { body: signedOnPaper(one) }, head());
  return { consent: one, name };
}
const addAttempt = async (
  whom: 'person' | 'parent' | 'referrer',
  outcome: 'noAnswer' | 'wantsServices',
) => {
  const body = { id, channel: 'call' as const, whom, outcome, note: 'Said by staff' };
  return (await server.callOk('addContactAttempt', { body }, head())).attempt.id;
};
const settle = () => settleAttempts(server.db, id);

describe('a login', () => {
  it("is the person's at any age", async () => {
    for (const years of [8, 12, 40]) {
      const of = await file({ dob: born(years) });
      const { access } = await addLogin(of, 'person');
      expect(await own(access)).toMatchObject({ holder: 'person', dob: born(years) });
    }
  });

  it("is a parent's under 12 only", async () => {
    const under = await file({ dob: born(12, -1) });
    const { access } = await addLogin(under, 'guardian');
    expect(await own(access)).toMatchObject({ holder: 'guardian' });
    const twelve = await file({ dob: born(12, 0) });
    const refused = await server.call(
      'registerReferral',
      { body: loginBody(twelve, 'guardian') },
      head(),
    );
    expect(refused.status).toBe(422);
    expect(issuesOf(refused)).toEqual(['body.holder']);
    expect((await readLogin(twelve)).login).toBeNull();
  });

  it('without a holder, as by the call of the specification, is not decided and shows no referral', async () => {
    const { access, username } = await addLogin(id);
    expect((await readLogin()).login).toEqual({ holder: null, has_stopped: false });
    expect(await own(access)).toBeNull();
    const { consent: one } = await agree();
    const stop = await server.call('stopOwnConsent', { body: { consent: one } }, access);
    expect(stop.status).toBe(404);
    expect((await server.call('askForCopy', {}, access)).status).toBe(404);

    expect(await setHolder('person')).toMatchObject({ status: 200 });
    // Whoever was signed in may not be the one.
    expect(await statusOf(access)).toBe(401);
    const again = await signIn(server, username);
    expect(await own(again.access)).toMatchObject({ holder: 'person' });
    expect((await readLogin()).login).toEqual({ holder: 'person', has_stopped: false });
  });

  it("that was not decided becomes a parent's under 12 only", async () => {
    await addLogin(id);
    const refused = await setHolder('guardian');
    expect(refused.status).toBe(422);
    expect(issuesOf(refused)).toEqual(['body.holder']);
    expect((await readLogin()).login).toMatchObject({ holder: null });
    await correct(born(11));
    expect(await setHolder('guardian')).toMatchObject({ status: 200 });
  });

  it('cannot be given to somebody where there is none', async () => {
    expect(await setHolder('person')).toMatchObject({ status: 404 });
  });

  it("of a parent stops when a birth date is corrected across 12, with its sessions, and never becomes the person's", async () => {
    const of = await file({ dob: born(11) });
    const { access, refresh, username } = await addLogin(of, 'guardian');
    expect(await own(access)).not.toBeNull();
    await correct(born(12), of);
    for (const name of ['getOwnReferral', 'listFiled', 'listNotices'] as const) {
      const input = name === 'listFiled' ? { body: {} } : {};
      expect(await server.call(name, input, access)).toMatchObject({ status: 401 });
    }
    const file_ = { body: referralBody(fixtures.sites.own) };
    expect(await server.call('addReferral', file_, access)).toMatchObject({ status: 401 });
    expect(await server.call('refresh', {}, refresh)).toMatchObject({ status: 401 });
    const body = { username, password: PASSWORD };
    expect(await server.call('login', { body })).toMatchObject({
      status: 403,
      body: { detail: 'not_approved' },
    });
    expect((await readLogin(of)).login).toEqual({ holder: 'guardian', has_stopped: true });
    expect(await setHolder('person', of)).toMatchObject({ status: 409 });

    await correct(born(11), of);
    expect((await readLogin(of)).login).toEqual({ holder: 'guardian', has_stopped: false });
    expect(await own((await signIn(server, username)).access)).not.toBeNull();
  });

  it("of a parent stops on the twelfth birthday by the provider's clock", async () => {
    const of = await file({ dob: born(11) });
    const { access } = await addLogin(of, 'guardian');
    const setBirthDate = (dob: string) =>
      server.db.update(referral).set({ dob }).where(eq(referral.id, of));
    // The day before the birthday, and the birthday: as if the clock had gone on.
    await setBirthDate(born(12, -1));
    expect(await statusOf(access)).toBe(200);
    await setBirthDate(born(12, 0));
    expect(await statusOf(access)).toBe(401);
  });

  it('shows nothing of a deleted referral, as its account is deactivated with it', async () => {
    const { access } = await addLogin(id, 'person');
    await server.callOk('deleteReferral', { body: { id } }, head());
    expect(await statusOf(access)).toBe(401);
  });

  it('shows nothing of a held referral', async () => {
    const { access } = await addLogin(id, 'person');
    await server.db.execute(sql`update referral set hold_reason = 'trap' where id = ${id}`);
    expect(await own(access)).toBeNull();
  });
});

describe('the own referral', () => {
  it('is read as it stands, with nothing of staff or of who referred', async () => {
    const notes = unique('Notes of who referred');
    const of = await file({ notes, dob: born(16), preferred_language: 'es', may_text: false });
    const { access } = await addLogin(of, 'person');
    await server.callOk('addNote', { body: { id: of, text: 'A note of staff' } }, head());
    const change = { status: 'Declined Services' as const, end_reason: 'noPlace' as const };
    const reason = { end_note: 'An internal reason' };
    await server.callOk('saveReferral', { body: { id: of, ...change, ...reason } }, head());
    const { body } = await server.call('getOwnReferral', {}, access);
    expect(body).toMatchObject({
      referral: {
        first_name: 'Robin',
        status: 'Declined Services',
        is_closed: true,
        preferred_language: 'es',
        may_text: false,
        may_voicemail: null,
        attempts: [],
        consents: [],
        told: [],
        copy: null,
      },
    });
    const text = JSON.stringify(body);
    for (const secret of [notes, 'A note of staff', 'An internal reason', 'noPlace'])
      expect(text).not.toContain(secret);
    const staff = await server.db.select({ name: account.fullname }).from(account);
    const [superuser] = staff.filter(({ name }) => text.includes(name));
    expect(superuser).toBeUndefined();
  });

  it('has the attempts to the person or a parent that are settled and not struck, without their notes', async () => {
    const { access } = await addLogin(id, 'person');
    await addAttempt('person', 'noAnswer');
    expect((await own(access))?.attempts).toEqual([]);
    const struck = await addAttempt('person', 'wantsServices');
    await addAttempt('parent', 'noAnswer');
    await addAttempt('referrer', 'noAnswer');
    const strike = { body: { id: struck, reason: 'The wrong person' } };
    await server.callOk('strikeContactAttempt', strike, head());
    await settle();
    const attempts = (await own(access))?.attempts ?? [];
    expect(attempts.map(({ whom, outcome }) => [whom, outcome])).toEqual([
      ['parent', 'noAnswer'],
      ['person', 'noAnswer'],
    ]);
    expect(JSON.stringify(attempts)).not.toContain('Said by staff');
  });

  it('says who may know, what they hear and what they were told', async () => {
    const { access } = await addLogin(id, 'person');
    const { consent: one, name } = await agree();
    expect((await own(access))?.consents).toMatchObject([
      { id: one, recipient: { kind: 'person', name }, state: 'inForce', sentence: 'notTalked' },
    ]);
    const told = { consent: one, sentence: 'notTalked' as const, channel: 'phone' as const };
    await server.callOk('tellAnswer', { body: told }, head());
    expect((await own(access))?.told).toEqual([
      {
        recipient: name,
        sentence: 'notTalked',
        channel: 'phone',
        times: 1,
        first_at: expect.any(String),
        last_at: expect.any(String),
      },
    ]);
  });

  it('says what the guest who filed it hears before a consent is signed, too', async () => {
    const filed = await fileAsGuest(fixtures, { dob: born(16) });
    const { access } = await addLogin(filed.id, 'person');
    expect((await own(access))?.consents).toMatchObject([{ state: 'asked', sentence: 'callUs' }]);
  });

  it('is read with an audit entry that names it, and no row in the ledger', async () => {
    const { access } = await addLogin(id, 'person');
    expect((await own(access))?.told).toEqual([]);
    const entries = await server.db
      .select()
      .from(audit_event)
      .where(eq(audit_event.action, 'getOwnReferral'));
    expect(entries).toContainEqual(expect.objectContaining({ outcome: 'done', record_ids: [id] }));
    expect((await own(access))?.told).toEqual([]);
  });
});

describe('stopping a consent of the own referral', () => {
  it('ends it at once, by the person, in two tabs alike', async () => {
    const { access, username } = await addLogin(id, 'person');
    const other = await signIn(server, username);
    const { consent: one } = await agree();
    const { consent: stays } = await agree();
    const body = { consent: one };
    await server.callOk('stopOwnConsent', { body }, access);
    await server.callOk('stopOwnConsent', { body }, other.access);
    expect((await own(other.access))?.consents.map((each) => each.id)).toEqual([stays]);
    const [row] = await server.db.select().from(consent).where(eq(consent.id, one));
    const [login] = await server.db.select().from(account).where(eq(account.username, username));
    expect(row).toMatchObject({ ending: 'revoked', ended_by: login?.id, end_note: null });
    const { askers } = await server.callOk('getConsents', { params: { id } }, head());
    expect(askers.map(({ consent: by }) => by)).toEqual([null, stays]);
  });

  it('says no to one that is only asked for', async () => {
    const { access } = await addLogin(id, 'person');
    const asked = await askForConsentOf(fixtures, id);
    expect((await own(access))?.consents).toMatchObject([{ state: 'asked', sentence: null }]);
    await server.callOk('stopOwnConsent', { body: { consent: asked } }, access);
    const [row] = await server.db.select().from(consent).where(eq(consent.id, asked));
    expect(row).toMatchObject({ ending: 'declined' });
  });

  it.each([
    ['another person', async () => (await agree(await file({ dob: born(16) }))).consent],
    ['nobody', async () => '00000000-0000-4000-8000-000000000000'],
    ['nothing', async () => 'absent'],
  ])('of %s is not found', async (_whose, make) => {
    const { access } = await addLogin(id, 'person');
    const one = await make();
    const { status, body } = await server.call(
      'stopOwnConsent',
      { body: { consent: one } },
      access,
    );
    expect({ status, body }).toEqual({ status: 404, body: { detail: 'Not Found' } });
    const rows = await server.db
      .select()
      .from(consent)
      .where(sql`${consent.id}::text = ${one}`);
    expect(rows.filter(({ ended_at }) => ended_at)).toEqual([]);
  });
});

describe('a copy of everything', () => {
  it('is asked for once at a time, seen by staff, and answered', async () => {
    const { access } = await addLogin(id, 'person');
    await server.callOk('askForCopy', {}, access);
    await server.callOk('askForCopy', {}, access);
    const { copies } = await readLogin();
    expect(copies).toEqual([
      { id: expect.any(String), asked_at: expect.any(String), answered_at: null },
    ]);
    expect((await own(access))?.copy).toMatchObject({ answered_at: null });
    await server.callOk('answerCopyRequest', { body: { id } }, head());
    expect((await own(access))?.copy).toMatchObject({ answered_at: expect.any(String) });
    await server.callOk('askForCopy', {}, access);
    expect((await readLogin()).copies.map(({ answered_at }) => answered_at === null)).toEqual([
      true,
      false,
    ]);
  });
});

it('a login reads those it filed for others, by the answer, and never its own or those of its site', async () => {
  const { access } = await addLogin(id, 'person');
  const filed = await file({ dob: born(16) }, access);
  const list = async () =>
    (await server.callOk('listFiled', { body: {} }, access)).items.map(({ _id, answer }) => ({
      _id,
      answer,
    }));
  expect(await list()).toEqual([{ _id: filed, answer: 'callUs' }]);
  expect(await server.callOk('getReader', {}, access)).toEqual({
    is_inside: false,
    filed: 1,
    news_mail: false,
  });

  // A consent that names the login of the person shows the own referral on the card only.
  const { body: found } = await server.call('getOwnReferral', {}, access);
  expect(found).toMatchObject({ referral: { tracking_id: expect.any(String) } });
  const [login] = await server.db.select().from(account).where(eq(account.referral_id, id));
  const recipient = { kind: 'account' as const, account: login?.id ?? '' };
  for (const of of [id, filed]) {
    const one = await askForConsentOf(fixtures, of, { recipient });
    await server.callOk('signConsentOnPaper', { body: signedOnPaper(one) }, head());
  }
  expect(await list()).toEqual([{ _id: filed, answer: 'notTalked' }]);
});
