/** Readers outside of the program: they read what they filed, with one answer whatever became of it, and nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyCallName, CallInput } from '../../contract/calls';
import { LENGTHS } from '../../contract/constants';
import { SENTENCES } from '../../contract/disclosure';
import type { FiledReferral } from '../../contract/entities/filed';
import { answerWords } from '../../server/languages';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  createFixtures,
  type Fixtures,
  PASSWORD,
  referralBody,
  signIn,
  unique,
  uniqueEmail,
} from '../support/fixtures';

const ANSWER = { status: 'Received. Please call us.', answer: 'callUs', consent: null };

let server: TestServer;
let fixtures: Fixtures;
const head = () => fixtures.bearer('superuser');

beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
});
afterAll(() => server.close());

const mark = (_id: string, to: 'ours' | 'outside' | null) =>
  server.callOk('markSite', { body: { _id, mark: to, response_days: null } }, head());

async function addSite(to: 'ours' | 'outside' | null = null) {
  const { _id } = await server.callOk('addSite', { body: { name: unique('Site') } }, head());
  await mark(_id, to);
  return _id;
}

async function addAccount(role: 'MANAGER' | 'ADMIN' | 'SITE_USER', sites: readonly string[]) {
  const username = uniqueEmail();
  const schools = sites.map((id) => ({ id, name: '' }));
  const body = { fullname: unique('Reader'), username, password: PASSWORD, role, schools };
  await server.callOk('register', { body }, head());
  const [found] = await server.callOk('searchAccounts', { query: { query: username } }, head());
  return { id: found?._id ?? '', access: (await signIn(server, username)).access };
}

type Body = Partial<CallInput<'addReferral'>['body']>;
async function file(access: string | undefined, site: string, changes: Body = {}) {
  const body = referralBody(site, changes);
  return { ...body, ...(await server.callOk('addReferral', { body }, access)) };
}

/** What the lists of an account show. */
async function readAll(access: string) {
  const query = { size: 100 };
  const { items: mine, ...page } = await server.callOk('listReferrals', { query }, access);
  const filtered = await server.callOk('filterReferrals', { query }, access);
  const worklist = await server.callOk('listWorklist', { body: query }, access);
  const filed = await server.callOk('listFiled', { body: query }, access);
  const { count } = await server.callOk('countReferrals', {}, access);
  return {
    mine,
    page,
    filtered: filtered.items,
    worklist: worklist.items,
    filed: filed.items,
    count,
  };
}

describe('a manager is inside', () => {
  it.each<[boolean, ('ours' | 'outside' | null)[], { deleted?: 'first' }]>([
    [false, [], {}],
    [true, [null], {}],
    [true, ['ours'], {}],
    [true, ['ours', null], {}],
    [false, ['outside'], {}],
    [false, ['ours', 'outside'], {}],
    [false, ['outside', 'ours'], { deleted: 'first' }],
    [true, ['ours', null], { deleted: 'first' }],
    [false, ['ours'], { deleted: 'first' }],
  ])('%s with sites %o %o', async (isInside, marks, { deleted }) => {
    const sites = [];
    for (const one of marks) sites.push(await addSite(one));
    const { access } = await addAccount('MANAGER', sites);
    if (deleted) await server.callOk('deleteSite', { body: { id: sites[0] ?? '' } }, head());
    const site = sites.at(-1) ?? fixtures.sites.own;
    const other = await file(head(), deleted && sites.length === 1 ? fixtures.sites.own : site);
    expect(await server.callOk('getReader', {}, access)).toEqual({
      is_inside: isInside,
      filed: 0,
      news_mail: false,
    });
    const shown = (await readAll(access)).mine.map(({ _id }) => _id);
    expect(shown).toEqual(isInside ? [other._id] : []);
  });

  it('until a site of theirs is marked, at the next answer, and again afterwards', async () => {
    const site = await addSite();
    const { access } = await addAccount('MANAGER', [site]);
    const { _id } = await file(head(), site);
    const sees = async () => (await readAll(access)).mine.map((shown) => shown._id);
    expect(await sees()).toEqual([_id]);
    await mark(site, 'outside');
    expect(await sees()).toEqual([]);
    await mark(site, 'ours');
    expect(await sees()).toEqual([_id]);
  });
});

describe('a reader outside', () => {
  let site: string;
  let reader: { id: string; access: string };
  beforeEach(async () => {
    site = await addSite('outside');
    reader = await addAccount('MANAGER', [site]);
  });

  it('reads what their own account filed, as filed, with the answer, newest first', async () => {
    await file(head(), site);
    const assigned = await file(head(), site);
    const assignment = { user_id: reader.id, referral_id: assigned._id };
    await server.callOk('assignReferral', { body: assignment }, head());
    const first = await file(reader.access, site, { notes: 'Only for you.' });
    const second = await file(reader.access, fixtures.sites.other);
    const found = await readAll(reader.access);
    const rowOf = (filed: typeof first) => ({
      _id: filed._id,
      tracking_id: filed.tracking_id,
      first_name: filed.first_name,
      last_name: filed.last_name,
      contact_number: filed.contact_number,
      sex: filed.sex,
      dob: filed.dob,
      substance: filed.substance,
      site: { value: filed.site.value, label: expect.any(String) },
      entry_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ...ANSWER,
    });
    const rows = [rowOf(second), rowOf(first)];
    expect(found.mine).toEqual(rows);
    expect(found.filtered).toEqual(rows);
    expect(found.worklist).toEqual(rows);
    expect(found.filed).toEqual(rows);
    expect(found.page).toEqual({ total: 2, page: 1, pages: 1, size: 100 });
    expect(found.count).toBe(2);
    expect(await server.callOk('getReader', {}, reader.access)).toEqual({
      is_inside: false,
      filed: 2,
      news_mail: false,
    });
  });

  /** What may become of a referral. */
  const FATES: Record<string, (id: string) => Promise<unknown>> = {
    processed: (id) =>
      server.callOk('updateReferral', { body: { id, status: 'Processed' } }, head()),
    declined: (id) =>
      server.callOk('updateReferral', { body: { id, status: 'Declined Services' } }, head()),
    'asked for more': (id) =>
      server.callOk('updateReferral', { body: { id, status: 'More Info Needed' } }, head()),
    assigned: (id) =>
      server.callOk(
        'assignReferral',
        { body: { user_id: fixtures.people.manager.id, referral_id: id } },
        head(),
      ),
    owned: (id) =>
      server.callOk('assignOwner', { body: { id, owner: fixtures.people.superuser.id } }, head()),
    noted: (id) => server.callOk('addNote', { body: { id, text: 'She wants to come.' } }, head()),
    corrected: async (id) => {
      const body = {
        ...referralBody(fixtures.sites.other),
        id,
        first_name: 'Zoë',
        dob: '1999-01-01',
      };
      await server.callOk(
        'correctReferral',
        {
          body: {
            ...body,
            contact_number: '(555) 987-6543',
            sex: 'Male',
            substance: ['Opioid-related'],
          },
        },
        head(),
      );
      await server.callOk('correctReferral', { body: { ...body, first_name: 'Zora' } }, head());
    },
    deleted: (id) => server.callOk('deleteReferral', { body: { id } }, head()),
    'put back': async (id) => {
      await server.callOk('deleteReferral', { body: { id } }, head());
      await server.callOk('putBackReferral', { body: { id, note: 'By mistake.' } }, head());
    },
    'given a login': (id) =>
      server.callOk(
        'registerReferral',
        {
          body: {
            fullname: 'Robin',
            username: uniqueEmail(),
            password: PASSWORD,
            schools: [],
            referral: id,
          },
        },
        head(),
      ),
  };

  it.each(Object.keys(FATES))('cannot tell that one of theirs is %s', async (fate) => {
    const ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await file(reader.access, site))._id);
    const before = await readAll(reader.access);
    await FATES[fate]?.(ids[1] ?? '');
    expect(await readAll(reader.access)).toEqual(before);
  });

  it('finds by what they filed, and by the answer', async () => {
    const { _id } = await file(reader.access, site, {
      first_name: 'Ana María',
      contact_number: '(555) 010-7788',
      dob: '2009-03-04',
      sex: 'Female',
    });
    await file(reader.access, site, { first_name: 'Bo', sex: 'Male' });
    await FATES.corrected?.(_id);
    const [row] = (await readAll(reader.access)).filed.filter((one) => one._id === _id);
    const list = async (query: CallInput<'filterReferrals'>['query']) => {
      const { items, total } = await server.callOk('filterReferrals', { query }, reader.access);
      expect(total).toBe(items.length);
      return items.map((one) => one._id);
    };
    const search = async (q: string) =>
      (await server.callOk('listFiled', { body: { q } }, reader.access)).items.map(
        (one) => one._id,
      );
    for (const q of [
      'ana maria',
      '010-7788',
      '5550107788',
      '03/04/2009',
      'ana 03/04/2009',
      row?.tracking_id ?? '',
    ])
      expect([q, await search(q)]).toEqual([q, [_id]]);
    for (const q of ['zoe', 'zora', '987-6543', '01/01/1999', 'nobody', '...'])
      expect([q, await search(q)]).toEqual([q, []]);
    expect(await list({ name: 'Maria', gender: 'Female', contact_number: '7788' })).toEqual([_id]);
    expect(await list({ tracking_id: row?.tracking_id })).toEqual([_id]);
    expect(await list({ referral_status: ANSWER.status })).toHaveLength(2);
    for (const nothing of [
      { referral_status: 'Pending' },
      { referral_status: 'Processed' },
      { gender: 'No such' },
      { contact_number: 'none' },
      { tracking_id: '-' },
      { name: ',' },
      { referred_by: 'Reader' },
      { referred_by: 'guest' },
    ])
      expect([nothing, await list(nothing)]).toEqual([nothing, []]);
    const worklist = async (body: CallInput<'listWorklist'>['body']) =>
      (await server.callOk('listWorklist', { body }, reader.access)).items.map((one) => one._id);
    expect(await worklist({ site })).toHaveLength(2);
    expect(await worklist({ site: fixtures.sites.other })).toEqual([]);
    expect(await worklist({ substance: 'Alcohol-related', q: 'ana' })).toEqual([_id]);
    expect(await worklist({ substance: 'Opioid-related' })).toEqual([]);
    expect(
      await worklist({ from: row?.entry_date, to: new Date(Date.now() + 60_000).toISOString() }),
    ).toHaveLength(2);
    expect(await worklist({ to: row?.entry_date })).toEqual([]);
    for (const nothing of [
      { owner: 'me' },
      { owner: 'nobody' },
      { end_reason: 'moved' as const },
      { follow_up_by: 'managers' as const },
    ])
      expect(await worklist(nothing)).toEqual([]);
  });

  it.each(SENTENCES)(
    'can filter by the answer %s, however long the phone number',
    async (sentence) => {
      const referral_status = answerWords(sentence, '5'.repeat(LENGTHS.phone));
      const query = { referral_status };
      expect((await server.call('filterReferrals', { query }, reader.access)).status).toBe(200);
    },
  );

  it('pages through what they filed', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await file(reader.access, site))._id);
    const shown: FiledReferral[] = [];
    for (const page of [1, 2, 3]) {
      const answer = await server.callOk('listFiled', { body: { page, size: 2 } }, reader.access);
      expect(answer).toMatchObject({ total: 5, pages: 3, page, size: 2 });
      shown.push(...answer.items);
    }
    expect(shown.map(({ _id }) => _id)).toEqual(ids);
  });

  it('opens, changes and works on none, whosever it is: the answer is the same for any id', async () => {
    const own = await file(reader.access, site);
    const foreign = await file(head(), site);
    const deleted = await file(reader.access, site);
    await server.callOk('deleteReferral', { body: { id: deleted._id } }, head());
    const calls: [AnyCallName, (id: string) => object][] = [
      ['getReferral', (id) => ({ params: { id } })],
      ['getHistory', (id) => ({ params: { id } })],
      ['addNote', (id) => ({ body: { id, text: 'Hello' } })],
      ['addParentNotContacted', (id) => ({ body: { id, because: 'Why' } })],
      ['setFollowUp', (id) => ({ body: { id, follow_up: null, because: 'Away.' } })],
      [
        'addContactAttempt',
        (id) => ({ body: { id, channel: 'call', whom: 'person', outcome: 'noAnswer' } }),
      ],
    ];
    for (const [name, inputOf] of calls) {
      const answers: { status: number; body: unknown }[] = [];
      for (const id of [own._id, foreign._id, deleted._id, 'no-such-id', '%00', '../x']) {
        const { status, body } = await server.call(name, inputOf(id), reader.access);
        answers.push({ status, body });
      }
      expect([name, ...answers]).toEqual([name, ...answers.map(() => answers[0])]);
      expect([name, answers[0]?.status]).toEqual([name, 404]);
    }
  });

  it('gets nothing from the other lists of staff', async () => {
    await file(reader.access, site, { last_name: 'Similarly' });
    const { access } = reader;
    const similar = { body: { q: 'Similarli' } };
    expect(await server.callOk('listSimilarNames', similar, access)).toEqual([]);
    expect(await server.callOk('listDeletedSites', {}, access)).toEqual([]);
    expect(await server.callOk('getFollowUpRules', {}, access)).toMatchObject({ may_act: false });
    expect(await server.callOk('countToday', { query: {} }, access)).toEqual({ count: 0 });
    expect(await server.callOk('listToday', { query: {} }, access)).toMatchObject({
      items: [],
      total: 0,
      count: 0,
      from_before: 0,
    });
  });

  it('that only reads what it created is as much outside', async () => {
    await server.callOk(
      'updateAccount',
      { params: { id: reader.id }, body: { created_referrals_only: true } },
      head(),
    );
    const { _id } = await file(reader.access, site);
    await FATES.processed?.(_id);
    expect((await readAll(reader.access)).mine).toMatchObject([{ _id, ...ANSWER }]);
  });
});

describe.each(['ADMIN', 'SITE_USER'] as const)('%s', (role) => {
  it('reads what they filed by our call alone', async () => {
    const { access } = await addAccount(role, [fixtures.sites.own]);
    const { _id } = await file(access, fixtures.sites.own);
    expect(await server.callOk('getReader', {}, access)).toEqual({
      is_inside: false,
      filed: 1,
      news_mail: false,
    });
    const { items } = await server.callOk('listFiled', { body: {} }, access);
    expect(items).toMatchObject([{ _id, ...ANSWER }]);
    for (const name of ['listReferrals', 'filterReferrals', 'countReferrals'] as const)
      expect((await server.call(name, {}, access)).status).toBe(403);
  });
});
