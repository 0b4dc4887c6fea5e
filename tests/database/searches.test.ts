/** Searches among many referrals: their matches, their counts, and that their pages are complete. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { ReferralFilters } from '../../contract/entities/referral';
import { createMatcher, typedWords } from '../../contract/textMatching';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as schema from '../../server/db/schema';
import { type ReferralInsert, insertReferrals } from '../../server/db/statements/bulkInsert';
import { isVisible } from '../../server/features/referrals/visibility';
import { type Caller, findCaller } from '../../server/features/access/caller';
import { SEXES } from '../../contract/constants';
import { REFERRAL_STATUSES } from '../../contract/staffConstants';
import { ENGINES } from '../support/engines';
import { everyNth, EXHAUSTIVE } from '../support/exhaustive';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, registration, signIn, type Fixtures } from '../support/fixtures';
import { referralRow } from '../support/referralRows';

/** More than a search scans completely, so that each search strategy is used. */
const CROWD = 6_000;
const PAGE = 50;
const CALLED = { contact_number: '777 0100000', contact_digits: '7770100000' };
const DAY = 24 * 60 * 60_000;

/** Searches, with the number of matches. */
const CROWDS = [
  ['a name', { name: 'maria' }, 2_000],
  ['a number', { contact_number: '555010' }, CROWD + 8],
  ['a name that only the older have', { name: 'otto' }, 400],
  ['two letters', { name: 'wd' }, CROWD],
  ['a name and a status', { name: 'maria', referral_status: 'Pending' }, 2_000],
  ['a number and a name', { name: 'maria', contact_number: '0100' }, 2_000],
] as const;

describe.each(ENGINES)('on $engine', ({ engine, settings }) => {
  // Both engines run the same statements.
  const crowds = EXHAUSTIVE || engine === 'PostgreSQL' ? CROWDS : CROWDS.slice(0, 1);
  let server: TestServer;
  let fixtures: Fixtures;

  const person = (
    position: number,
    names: readonly [string, string],
    more?: Partial<ReferralInsert>,
  ): ReferralInsert => referralRow(fixtures.sites.own, position, names, more);

  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
    const crowd = Array.from({ length: CROWD }, (_, position) =>
      // Every third is named María. Otto occurs only in the older half.
      position % 3 === 0
        ? person(position, ['María', `Crowd${position}`])
        : person(position, [position > CROWD / 2 && position % 5 === 0 ? 'Otto' : 'Sam', 'Crowd']),
    );
    const few = [
      person(CROWD, ['Thị Ánh', 'Nguyễn'], { contact_number: '444', contact_digits: '444' }),
      person(CROWD + 1, ['Łucja', 'Dvořák-Đorđe']),
      person(CROWD + 2, ['Mei', 'Wu']),
      person(CROWD + 3, ['明', '日']),
      person(CROWD + 4, ['100%', 'a_b\\c']),
      person(CROWD + 5, ['Ana  Lucía', 'de la Cruz'], { status: 'More Info Needed' }),
      person(CROWD + 6, ['Ana', 'Deleted'], { deleted_at: new Date() }),
      person(CROWD + 7, ['Ana', 'Held'], { hold_reason: 'trap' }),
      person(CROWD + 8, ['Ana', 'Elsewhere'], { site_id: fixtures.sites.other }),
      person(CROWD + 9, ['Ida', 'Bare'], { contact_digits: '3105550142' }),
      person(CROWD + 10, ['Ida', 'Coded'], { contact_digits: '13105550142' }),
      person(CROWD + 11, ['Ida', 'Tracked'], {
        tracking_id: 'R-ZQ7X-M2KV',
        site_id: fixtures.sites.other,
      }),
      person(CROWD + 12, ['Una', 'O’Shaughnessy'], { contact_digits: '777' }),
      person(CROWD + 13, ['민수', '김'], { contact_digits: '888' }),
      ...(
        [
          ['Siobhan', "O'Kaplan"],
          ['Dan', 'OHallow'],
          ['Pat', 'O Lone'],
          ['Ana-Marína', 'Rivasolo'],
          ['Lani', 'Kaʻauwahi'],
          ['Ayşe', 'Işıkoğlu'],
          ['İpek', 'Yıldızer'],
          ['Udo', 'Straßmüllert'],
          ['Jón', 'Sigurðardóttirx'],
          ['رضا', 'کریمی'],
          ['Mo', 'Rivaﬁ'],
        ] as const
      ).map((name, index) =>
        person(CROWD + 14 + index, name, { contact_digits: '888', site_id: fixtures.sites.other }),
      ),
    ];
    for (const rows of [crowd.slice(0, CROWD / 2), crowd.slice(CROWD / 2), few])
      await insertReferrals(server.db, rows);
    await server.db.execute(sql`analyze`);
  });
  afterAll(() => server.close());

  const find = async (query: object, who: 'superuser' | 'manager' = 'superuser') =>
    server.callOk('filterReferrals', { query: { size: PAGE, ...query } }, fixtures.bearer(who));
  const names = async (name: string, who?: 'superuser' | 'manager') =>
    (await find({ name }, who)).items.map((item) => `${item.first_name} ${item.last_name}`);

  it.each([
    ['nguyen', 'Thị Ánh Nguyễn'],
    ['NGUYỄN', 'Thị Ánh Nguyễn'],
    ['thi anh ng', 'Thị Ánh Nguyễn'],
    ['lucja dvorak', 'Łucja Dvořák-Đorđe'],
    ['dorde', 'Łucja Dvořák-Đorđe'],
    ['ei w', 'Mei Wu'],
    ['wu', 'Mei Wu'],
    ['日', '明 日'],
    // One and two syllables, which the database stores as three and five letters.
    ['김', '민수 김'],
    ['민수', '민수 김'],
    ['\u0301 wu', 'Mei Wu'],
    ['100%', '100% a_b\\c'],
    ['a_b\\', '100% a_b\\c'],
    ['ana lucia de', 'Ana  Lucía de la Cruz'],
    ['a  lucia', 'Ana  Lucía de la Cruz'],
    ['cia de la cr', 'Ana  Lucía de la Cruz'],
    ['wu mei', 'Mei Wu'],
    ['Wu, Mei', 'Mei Wu'],
    ['NGUYEN,thi', 'Thị Ánh Nguyễn'],
    ['de la Cruz, Ana Lucia', 'Ana  Lucía de la Cruz'],
    ['cruz ana', 'Ana  Lucía de la Cruz'],
    ["o'shaugh", 'Una O’Shaughnessy'],
    ['O‘SHAUGHNESSY, Una', 'Una O’Shaughnessy'],
    ['oshaugh', 'Una O’Shaughnessy'],
    ['okaplan', "Siobhan O'Kaplan"],
    ['oʻkaplan', "Siobhan O'Kaplan"],
    ['\u200bSiobhan\u200e', "Siobhan O'Kaplan"],
    ['"Siobhan O\'Kaplan"', "Siobhan O'Kaplan"],
    ["O'Kaplan; Siobhan", "Siobhan O'Kaplan"],
    ['Ｓｉｏｂｈａｎ', "Siobhan O'Kaplan"],
    ["o'hallow", 'Dan OHallow'],
    ["o'lone", 'Pat O Lone'],
    ['anamarina rivasolo', 'Ana-Marína Rivasolo'],
    ['Ana‑Marína rivasolo', 'Ana-Marína Rivasolo'],
    ['Ana–Marína', 'Ana-Marína Rivasolo'],
    ['kaauwahi', 'Lani Kaʻauwahi'],
    ['isikoglu', 'Ayşe Işıkoğlu'],
    ['yildizer', 'İpek Yıldızer'],
    ['strassmullert', 'Udo Straßmüllert'],
    ['STRASSMÜLLERT', 'Udo Straßmüllert'],
    ['sigurdardottirx', 'Jón Sigurðardóttirx'],
    ['كريمي', 'رضا کریمی'],
    ['rivafi', 'Mo Rivaﬁ'],
  ])('%s finds only %s', async (typed, name) => {
    expect(await names(typed)).toEqual([name]);
  });

  it.each([
    'nguyenx',
    'a_bc',
    'wu mei ana',
    'ei  wux',
    'xq',
    ',',
    'ana deleted',
    'held, ana',
    "'",
    '’-.',
    '´',
    "o'lon x",
    "t o'lonex",
  ])('%s finds nothing', async (typed) => {
    expect(await find({ name: typed })).toMatchObject({ items: [], total: 0, pages: 0 });
  });

  it.each(['+1 (310) 555-0142', '3105550142', '13105550142', '310-555-0142', '0142'])(
    '%s finds a number, with or without its country code',
    async (contact_number) => {
      const { items } = await find({ contact_number });
      expect(items.map(({ last_name }) => last_name).toSorted()).toEqual(['Bare', 'Coded']);
    },
  );

  it('finds a tracking ID by any part, ignoring dashes and case', async () => {
    const parts = ['R-ZQ7X-M2KV', 'rzq7xm2kv', 'zq7x', 'Q7X M2', 'q7x-m2k', '2kv', 'kv', '–2KV'];
    for (const tracking_id of parts) {
      const { items } = await find({ tracking_id, size: 100 });
      expect(items.map(({ last_name }) => last_name)).toContain('Tracked');
    }
    expect(await find({ tracking_id: 'Q7X-M2KW' })).toMatchObject({ items: [], total: 0 });
    // Text of which nothing is left matches nobody, not everybody.
    for (const tracking_id of ['-', '#', '.', '—'])
      expect(await find({ tracking_id })).toMatchObject({ items: [], total: 0 });
    // Four letters would be in the random tracking id of one of thousands in three runs of a hundred.
    const { items } = await find({ tracking_id: 'q7xm2kv' }, 'manager');
    expect(items).toEqual([]);
  });

  it('a manager finds no referrals of other sites', async () => {
    expect(await names('ana elsewhere')).toEqual(['Ana Elsewhere']);
    expect(await names('ana elsewhere', 'manager')).toEqual([]);
    expect(await names('wu', 'manager')).toEqual(['Mei Wu']);
  });

  it.each(crowds)('finds every match of %s, page by page', async (_what, query, count) => {
    const seen: string[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await find({ ...query, page, size: 100 });
      seen.push(...answer.items.map(({ _id }) => _id));
      // Covers the matches up to this page, plus one if there is another page.
      expect(answer.total).toBeGreaterThanOrEqual(seen.length + (answer.more ? 1 : 0));
      expect(answer.pages).toBe(Math.ceil(answer.total / 100));
      if (!answer.more) expect(answer.total).toBeLessThanOrEqual(count);
      if (page >= answer.pages) {
        expect(answer.more).toBeUndefined();
        expect(answer.total).toBe(seen.length);
        break;
      }
    }
    expect(seen).toHaveLength(count);
    expect(new Set(seen).size).toBe(count);
  });

  it('lists the newest first, and returns an empty page past the end', async () => {
    const all = await server.db
      .select({ id: schema.referral.id })
      .from(schema.referral)
      .where(sql`${schema.referral.first_name} = 'María'`)
      .orderBy(desc(schema.referral.entry_date), desc(schema.referral.id));
    const answer = await find({ name: 'maria', page: 3 });
    expect(answer.items.map(({ _id }) => _id)).toEqual(
      all.slice(2 * PAGE, 3 * PAGE).map(({ id }) => id),
    );
    expect((await find({ name: 'wu', page: 2 })).items).toEqual([]);
    expect((await find({ name: 'maria', page: 9_999 })).items).toEqual([]);
    const past = await server.callOk(
      'listReferrals',
      { query: { page: 9_999, size: 100 } },
      fixtures.bearer('superuser'),
    );
    const { count } = await server.callOk('countReferrals', {}, fixtures.bearer('superuser'));
    expect(past).toMatchObject({ items: [], total: count });
  });

  it('finds the only guest referral with a status, which is old', async () => {
    const query = { referred_by: 'guest', referral_status: 'More Info Needed' };
    const found = await find(query);
    expect(found.items.map(({ last_name }) => last_name)).toEqual(['de la Cruz']);
    expect(found.total).toBe(1);
  });

  it('counts few matches exactly', async () => {
    const soon = Date.now() - 2 * CROWD * DAY;
    const rows = Array.from({ length: 120 }, (_, position) =>
      person(position, ['Quetzal', 'Rare'], { entry_date: new Date(soon - position) }),
    );
    await insertReferrals(server.db, rows);
    expect(await find({ name: 'quetzal' })).toMatchObject({ total: 120, pages: 3 });
    expect((await find({ name: 'quetzal', page: 3 })).items).toHaveLength(20);
  });

  it('counts the matches in a short list exactly, even for a name that is common at other sites', async () => {
    const rows = Array.from({ length: 120 }, (_, position) =>
      person(position, ['Zora', 'Short'], { site_id: fixtures.sites.other, contact_digits: '999' }),
    );
    await insertReferrals(server.db, rows);
    await insertReferrals(
      server.db,
      Array.from({ length: 2_100 }, (_, position) => person(position, ['Zora', 'Elsewhere'])),
    );
    const account = {
      ...registration(fixtures),
      schools: [{ id: fixtures.sites.other, name: '' }],
    };
    await server.callOk('register', { body: account }, fixtures.bearer('superuser'));
    const { access } = await signIn(server, account.username);
    const found = await server.callOk('filterReferrals', { query: { name: 'zora' } }, access);
    expect(found).toMatchObject({ total: 120 });
    expect(found.more).toBeUndefined();
  });

  it('lists the newest matches first even if some sites have only a few', async () => {
    // One in twenty referrals of the busy site matches. Nearly all of the quiet site match, but those are far fewer.
    const busy = Array.from({ length: 300 }, (_, position) =>
      person(position * 20, ['Bo', 'Busy'], CALLED),
    );
    const quiet = Array.from({ length: 60 }, (_, position) =>
      person(position * 100, ['Quinn', 'Quiet'], {
        ...CALLED,
        site_id: fixtures.sites.other,
        sex: 'Other',
      }),
    );
    await insertReferrals(server.db, [...busy, ...quiet]);
    const all = await server.db
      .select({ id: schema.referral.id })
      .from(schema.referral)
      .where(sql`${schema.referral.contact_digits} = ${CALLED.contact_digits}`)
      .orderBy(desc(schema.referral.entry_date), desc(schema.referral.id));
    const account = {
      ...registration(fixtures),
      schools: [fixtures.sites.own, fixtures.sites.other].map((id) => ({ id, name: '' })),
    };
    await server.callOk('register', { body: account }, fixtures.bearer('superuser'));
    const manager = await signIn(server, account.username);
    const asked = { contact_number: '777', referral_status: 'Pending' };
    for (const bearer of [manager.access, fixtures.bearer('superuser')]) {
      for (const page of [1, 2, 7]) {
        const query = { ...asked, page, size: PAGE };
        const { items } = await server.callOk('filterReferrals', { query }, bearer);
        const wanted = all.slice((page - 1) * PAGE, page * PAGE).map(({ id }) => id);
        expect(items.map(({ _id }) => _id)).toEqual(wanted);
      }
    }
  });

  /**
   * Finds the ids of what a caller may see of a name, a status and a gender, newest first, by conditions that no index serves.
   */
  async function scan(caller: Caller, { name, referral_status, gender }: ReferralFilters) {
    const { referral } = schema;
    const rows = await server.db
      .select({ id: referral.id, first: referral.first_name, last: referral.last_name })
      .from(referral)
      .where(
        and(
          isVisible(caller),
          referral_status ? sql`${referral.status} || '' = ${referral_status}` : undefined,
          gender ? sql`${referral.sex} || '' = ${gender}` : undefined,
        ),
      )
      .orderBy(desc(referral.entry_date), desc(referral.id));
    if (!name) return rows.map(({ id }) => id);
    const hasWords = typedWords(name).length > 0;
    const isFound = createMatcher(name);
    return rows
      .filter(({ first, last }) => hasWords && isFound(`${first} ${last}`))
      .map(({ id }) => id);
  }

  it.each(['superuser', 'manager'] as const)(
    'finds by a name, or by status and gender, for a %s, what a scan of the table finds',
    async (who) => {
      const digits = { contact_digits: '666' };
      await insertReferrals(server.db, [
        person(1, ['Dan', 'Souza'], digits),
        person(2, ['Pat', "D'Souza"], digits),
        person(3, ['Pat', 'O Neil'], digits),
        person(4, ['Pat', 'O’Neil'], digits),
      ]);
      const common = ['maria', 'crowd maria', 'e', 'a r', 'm a r i a'];
      const rare = ['otto', 'wd', 'wu', 'souza', "souza d'", "o'neil pat", "'neil", "'", "maria '"];
      const odd = [
        ',',
        '\u0301',
        '\u0301 \u0302 \u0303 \u0304 wu',
        'a b c d wu',
        '%',
        '_',
        'maria %',
        'qq',
      ];
      const [signedIn] = await server.db
        .select({ id: schema.session.id })
        .from(schema.session)
        .innerJoin(schema.account, eq(schema.account.id, schema.session.account_id))
        .where(eq(schema.account.username, fixtures.people[who].username));
      const caller =
        signedIn && (await findCaller(server.db, signedIn.id, server.app.settings.TIME_ZONE));
      if (!caller) throw new Error(`The ${who} is not signed in`);
      const kinds = [undefined, ...REFERRAL_STATUSES, 'Unknown', ''].flatMap((referral_status) =>
        [undefined, ...SEXES, 'Unknown'].map((gender) => ({ referral_status, gender })),
      );
      const named = [...common, ...rare, ...odd].map((name) => ({ name }));
      // Both engines run the same statements.
      const isSelected = everyNth(engine === 'PostgreSQL' ? 1 : 4);
      for (const search of [...named, ...kinds].filter(isSelected)) {
        for (const page of [1, 2, 40]) {
          const query: ReferralFilters & { page: number } = { ...search, page };
          const { items, total, more } = await find(query, who);
          const expected = await scan(caller, query);
          const ids = expected.slice((page - 1) * PAGE, page * PAGE);
          expect({ ...query, ids: items.map(({ _id }) => _id) }).toEqual({ ...query, ids });
          expect({ ...query, more, total }).toEqual({
            ...query,
            more,
            total: more ? page * PAGE + 1 : expected.length,
          });
          expect(expected.length).toBeGreaterThanOrEqual(total);
        }
      }
    },
  );

  it('finds a name that was changed in the database by its new value', async () => {
    await server.db.execute(
      sql`update referral set last_name = 'Xylander' where last_name = 'Nguyễn'`,
    );
    expect(await names('xylander')).toEqual(['Thị Ánh Xylander']);
    expect(await names('nguyen')).toEqual([]);
  });
});
