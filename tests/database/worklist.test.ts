/** The worklist among many referrals: its filters, orders, pages and numbers equal those of an oracle. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEXES, SUBSTANCES } from '../../contract/constants';
import {
  END_REASONS,
  ENDED_STATUS,
  REFERRAL_STATUSES,
  WORKLIST_SORTS,
} from '../../contract/staffConstants';
import { can } from '../../contract/permissions';
import { insertReferrals } from '../../server/db/statements/bulkInsert';
import { account, referral, site } from '../../server/db/schema';
import { rollUpCounters } from '../../server/features/referrals/list/counters';
import { DEFAULT_ENGINES } from '../support/engines';
import { thorough } from '../support/exhaustive';
import { createFixtures, type Fixtures, registration, signIn } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  compareRows,
  expectedList,
  type Names,
  type Query,
  type Reader,
  type Row,
} from './worklistOracle';

/** More than a search counts and sorts, for the super user; not for a manager. */
const CROWD = 6_500;
const RUNS = { seed: 20_261_125, numRuns: thorough(150, 1_000), endOnFailure: true };
/** Milliseconds; the limit only ends a test that hangs. */
const LIMIT = 300_000;
const MAX_COUNTED = 2_000;
const PAGE = 20;
const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

const FIRST = ['José', 'José', 'jose', 'Ana  Lucía', 'Zoë', 'Thị Ánh', 'Ángel', 'Maya'];
const LAST = ['Núñez', 'Nunez', 'de la Cruz', 'Delacruz', 'Ōta', 'Álvarez', 'Wu'];
const DIGITS = ['5550102030', '5550102031', '15550102032', '9165550177'];
const TRACKING = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ');

/** Whether so many have the text, as far as is known before the search, that they are not counted. */
const isCommon = ({ name, q, tracking_id }: Query) =>
  [name, q, tracking_id].some((text) => ['jose', 'núñez', '7K', '12', 'R-'].includes(text ?? ''));

describe.each(DEFAULT_ENGINES)('on $engine', ({ settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  let rows: Row[];
  let names: Names;
  let readers: (Reader & { access: string })[];
  let siteIds: string[];
  let samples = 0;

  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
    const { people, sites } = fixtures;
    const head = people.superuser.access;
    const more: string[] = [];
    for (const name of ['Álamo', 'Zócalo', 'Birch']) {
      more.push((await server.callOk('addSite', { body: { name } }, head))._id);
    }
    // A name that is the same as another, which older versions accepted.
    const namesake = { id: randomUUID(), name: 'Alamo', namesake: 1 };
    await server.db.insert(site).values(namesake);
    more.splice(1, 0, namesake.id);
    siteIds = [sites.own, sites.other, ...more];
    const several = {
      ...registration(fixtures),
      schools: siteIds.slice(1, 4).map((id) => ({ id, name: '' })),
    };
    await server.callOk('register', { body: several }, head);
    const [found] = await server.callOk(
      'searchAccounts',
      { query: { query: several.username } },
      head,
    );
    readers = [
      { ...people.superuser, sites: 'all' },
      { ...people.manager, sites: [sites.own] },
      { ...people.limited, sites: [] },
      {
        id: found?._id ?? '',
        access: (await signIn(server, several.username)).access,
        sites: siteIds.slice(1, 4),
      },
    ];
    // Of the people that the fixtures have filed, none is listed.
    await server.db.update(referral).set({ deleted_at: new Date() });
    rows = fc.sample(randomRow(), { seed: RUNS.seed, numRuns: CROWD });
    await store(rows);
    await server.db.update(site).set({ deleted_at: new Date() }).where(eq(site.name, 'Birch'));
    await rollUpCounters(server.db);
    await server.db.execute(sql`analyze`);
    const places = await server.db.select().from(site);
    const accounts = await server.db.select().from(account);
    names = {
      sites: new Map(places.map(({ id, name }) => [id, name])),
      accounts: new Map(accounts.map(({ id, fullname }) => [id, fullname])),
      // Of the owners of these referrals, the managers can own none: as if their role had changed.
      owners: new Set(
        accounts
          .filter(({ role, state }) => state === 'active' && can(role, 'referral.beOwner'))
          .map(({ id }) => id),
      ),
      managers: new Set(accounts.filter(({ role }) => role === 'MANAGER').map(({ id }) => id)),
    };
  }, LIMIT);
  afterAll(() => server.close());

  /** Few values of everything, so that many rows have the same. Every fourth of the sites is rare. */
  function randomRow(): fc.Arbitrary<Row> {
    const accounts = readers.map(({ id }) => id);
    const someone = fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(...accounts) },
    );
    const rarely = (hours: fc.Arbitrary<number>) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: hours.map((passed) => new Date(START + passed * HOUR)) },
      );
    const character = fc.constantFrom(...TRACKING);
    const four = fc.array(character, { minLength: 4, maxLength: 4 }).map((part) => part.join(''));
    return fc.record({
      id: fc.constant(null).map(() => randomUUID()),
      tracking_id: fc.tuple(four, four).map(([one, other]) => `R-${one}-${other}`),
      site_id: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...siteIds.slice(0, 3)) },
        { weight: 1, arbitrary: fc.constantFrom(...siteIds) },
      ),
      first_name: fc.constantFrom(...FIRST),
      last_name: fc.constantFrom(...LAST),
      contact_digits: fc.constantFrom(...DIGITS),
      substance: fc.uniqueArray(fc.constantFrom(...SUBSTANCES.map(({ name }) => name)), { minLength: 1, maxLength: 2 }),
      sex: fc.constantFrom(...SEXES),
      status: fc.oneof({ weight: 2, arbitrary: fc.constant('Processed' as const) }, { weight: 1, arbitrary: fc.constantFrom(...REFERRAL_STATUSES) }),
      entry_date: fc.nat(3_000).map((hours) => new Date(START + hours * HOUR)),
      // Closed ones may have them as well: they were reopened and closed again.
      reopened_at: rarely(fc.nat(5_000)),
      reached_at: rarely(fc.nat(6_000)),
      created_by: someone,
      assigned_to: someone,
      owner_id: someone,
      follow_up_by: someone,
      isListed: fc.nat(15).map((draw) => draw > 1),
      end_reason: fc.option(fc.constantFrom(...END_REASONS)),
    }).map((row) => (row.status === ENDED_STATUS ? row : { ...row, end_reason: null })); // prettier-ignore
  }

  const store = (some: readonly Row[]) =>
    insertReferrals(
      server.db,
      some.map(({ isListed, substance, sex, ...row }, index) => ({
        ...row,
        substance: [...substance],
        sex: sex as (typeof SEXES)[number],
        contact_number: row.contact_digits,
        dob: '2001-01-01',
        follow_up_on: row.follow_up_by && '2026-03-02',
        // Of those that are not listed, every second is held.
        ...(!isListed && (index % 2 ? { hold_reason: 'trap' } : { deleted_at: new Date() })),
      })),
    );

  const read = (reader: { access: string }, body: object) =>
    server.callOk('listWorklist', { body }, reader.access);

  const queries: fc.Arbitrary<Query> = fc
    .record(
      {
        sort: fc.constantFrom(...WORKLIST_SORTS),
        order: fc.constantFrom('asc', 'desc'),
        referral_status: fc.constantFrom(...REFERRAL_STATUSES),
        owner: fc.constantFrom('me', 'nobody', 'left', 'manager', 'unknown'),
        filters: fc.oneof(
          { weight: 2, arbitrary: fc.constant([]) },
          {
            weight: 5,
            arbitrary: fc.subarray(
              [
                { name: 'jose' },
                { name: 'cruz, ana' },
                { contact_number: '555010' },
                { contact_number: '0177' },
                { tracking_id: '7K' },
                { tracking_id: 'AB1' },
                { referred_by: 'guest' },
                { referred_by: 'Account' },
                { gender: 'Other' },
                { substance: 'Opioid-related' },
                { end_reason: 'notNow' },
                { end_reason: 'duplicate' },
                { follow_up_by: 'managers' },
                { site: 'own' },
                { site: 'Birch' },
                { from: new Date(START + 2_000 * HOUR).toISOString() },
                { from: new Date(START).toISOString(), to: '2026-01-21T05:00:00+05:00' },
                { q: 'núñez' },
                { q: '555 010-2031' },
                { q: '7K' },
                { q: '12' },
                { q: 'R-' },
                { q: '%' },
                { q: '', name: '' },
              ] as Query[],
              { minLength: 1, maxLength: 2 },
            ),
          },
        ),
      },
      { requiredKeys: ['filters'] },
    )
    .map(({ filters, ...query }) => Object.assign({ ...query }, ...filters) as Query);

  /** Replaces the placeholders, which the queries have because they are drawn before the fixtures exist. */
  const resolve = (query: Query): Query => ({
    ...query,
    ...(query.owner === 'manager' && { owner: fixtures.people.manager.id }),
    ...(query.site === 'own' && { site: fixtures.sites.own }),
    ...(query.site === 'Birch' && { site: siteIds.at(-1) ?? '' }),
  });

  it(
    'lists, counts and sorts like the oracle, for each kind of staff',
    async () => {
      const property = fc.asyncProperty(queries, fc.nat(3), fc.nat(8), async (drawn, who, page) => {
        const reader = readers[who];
        if (!reader) throw new Error('no reader');
        const query = resolve(drawn);
        const expected = expectedList(rows, names, reader, query);
        const answer = await read(reader, { ...query, page: page + 1, size: PAGE });
        const wanted = expected.ids.slice(page * PAGE, (page + 1) * PAGE);
        expect({ query, who, ids: answer.items.map(({ _id }) => _id) }).toEqual({ query, who, ids: wanted });
        if (answer.counts) expect({ query, who, counts: answer.counts }).toEqual({ query, who, counts: expected.counts });
        // Short and common texts are not counted, even if another condition leaves few.
        else expect(isCommon(query) || expected.ofAllTabs > MAX_COUNTED).toBe(true);
        if (answer.more) {
          expect(answer.total).toBe((page + 1) * PAGE + 1);
          expect(answer.total).toBeLessThanOrEqual(expected.ids.length);
        } else expect(answer.total).toBe(expected.ids.length);
        // After the cursor of the page's last row, the next page continues.
        expect(answer.next === undefined).toBe(expected.ids.length <= (page + 1) * PAGE || wanted.length === 0);
        if (answer.next === undefined) return;
        const next = await read(reader, { ...query, page: page + 2, size: PAGE, after: answer.next });
        const later = expected.ids.slice((page + 1) * PAGE, (page + 2) * PAGE);
        expect({ query, who, next: next.items.map(({ _id }) => _id) }).toEqual({ query, who, next: later });
      }); // prettier-ignore
      await fc.assert(property, RUNS);
    },
    LIMIT,
  );

  it('has the count on each tab that the query of the tab finds', async () => {
    for (const reader of readers) {
      for (const query of [{}, { gender: 'Other' }, { q: '0177' }, { owner: 'left' }, { site: fixtures.sites.own, owner: 'nobody' }]) {
        for (const tab of [{}, { referral_status: 'Pending' }, { owner: 'me' }]) {
          const asked = { ...query, ...tab, size: 1 };
          const { counts, total } = await read(reader, asked);
          if (!counts) throw new Error('not counted');
          const totalOf = async (change: object) => (await read(reader, { ...asked, ...change })).total;
          const { referral_status: _, ...any } = asked as Query & { size: number };
          expect(counts.all).toBe((await read(reader, any)).total);
          for (const status of REFERRAL_STATUSES) {
            expect(counts.statuses[status]).toBe(await totalOf({ referral_status: status }));
          }
          expect(counts.mine).toBe(await totalOf({ owner: 'me' }));
          expect(counts.nobody).toBe(await totalOf({ owner: 'nobody' }));
          expect(total).toBe(await totalOf({}));
        }
      }
    }
  }, LIMIT); // prettier-ignore

  it(
    'walks through all pages without gaps or repeats, while rows are added and deleted',
    async () => {
      for (const sort of WORKLIST_SORTS) {
        for (const order of ['asc', 'desc'] as const) {
          const query = { sort, order, site: fixtures.sites.own, referral_status: 'Processed' } as const;
          expect(await walk(readers[0], query)).toBeGreaterThan(100);
          expect(await walk(readers[3], { sort, order, gender: 'Other' })).toBeGreaterThan(100);
        }
      }
    },
    LIMIT,
  ); // prettier-ignore

  /** Returns the number of rows on all pages. */
  async function walk(reader: (typeof readers)[number] | undefined, query: Query) {
    if (!reader) throw new Error('no reader');
    const before = expectedList(rows, names, reader, query).ids;
    const deleted = new Set<string>();
    const seen: string[] = [];
    const added: Row[] = [];
    let after: string | undefined;
    for (let page = 1; ; page += 1) {
      const { items, next } = await read(reader, { ...query, page, size: 100, ...(after && { after }) });
      seen.push(...items.map(({ _id }) => _id));
      if (next === undefined) break;
      after = next;
      // The row that the next page starts after, one that has been read, and one that has not.
      const gone = [seen.at(-1), seen.at(-50), before[seen.length + 60]].filter((id) => id !== undefined);
      for (const id of gone) {
        await server.db.update(referral).set({ deleted_at: new Date() }).where(eq(referral.id, id));
        deleted.add(id);
      }
      const fresh = fc.sample(randomRow(), { seed: (samples += 1), numRuns: 3 });
      await store(fresh);
      added.push(...fresh);
    } // prettier-ignore
    expect(new Set(seen).size).toBe(seen.length);
    // All that were there from beginning to end, in order; of the others, none out of order.
    const seenSet = new Set(seen);
    expect(before.filter((id) => !seenSet.has(id) && !deleted.has(id))).toEqual([]);
    const byId = new Map([...rows, ...added].map((row) => [row.id, row]));
    const order = seen.flatMap((id) => byId.get(id) ?? []);
    expect(order.toSorted((one, other) => compareRows(one, other, query, names))).toEqual(order);
    const isGone = (row: Row) => deleted.has(row.id);
    rows = [...rows, ...added].map((row) => (isGone(row) ? { ...row, isListed: false } : row));
    return seen.length;
  }

  it('starts after the cursor of a row as it was shown, even if the row has moved since', async () => {
    const [head] = readers;
    if (!head) throw new Error('no reader');
    for (const query of [
      { sort: 'waiting', order: 'desc', size: PAGE },
      { sort: 'name', order: 'asc', size: PAGE },
      { sort: 'status', order: 'asc', size: PAGE },
      { sort: 'site', order: 'asc', size: PAGE },
    ] as const) {
      const first = await read(head, query);
      const last = rows.find(({ id }) => id === first.items.at(-1)?._id);
      if (!last) throw new Error('no last row');
      const second = (await read(head, { ...query, page: 2 })).items.map(({ _id }) => _id);
      // To the other end of the list.
      const moved = { last_name: 'zzz', first_name: 'zzz', status: 'Processed' as const, site_id: siteIds[4] };
      await server.db.update(referral).set(moved).where(eq(referral.id, last.id));
      const next = await read(head, { ...query, page: 2, after: first.next });
      expect(next.items.map(({ _id }) => _id)).toEqual(second);
      const { first_name, last_name, status, site_id } = last;
      await server.db.update(referral).set({ first_name, last_name, status, site_id }).where(eq(referral.id, last.id));
    }
  }); // prettier-ignore

  it.each(WORKLIST_SORTS.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
    'by %s %s, whoever changes all people of a page sees everybody else on the next ones',
    async (sort, order) => {
      const [head] = readers;
      if (!head) throw new Error('no reader');
      for (const filter of [{}, { referral_status: 'Pending' }, { q: 'an' }, { owner: 'nobody' }] as const) {
        const query = { ...filter, sort, order, size: PAGE };
        const all = expectedList(rows, names, head, query).ids;
        expect(all.length).toBeGreaterThan(4 * PAGE);
        const first = await read(head, query);
        const changed = first.items.map(({ _id }) => _id);
        expect(changed).toEqual(all.slice(0, PAGE));
        const before = await server.db.select().from(referral).where(inArray(referral.id, changed));
        const moved = { last_name: 'zzz', first_name: 'zzz', status: 'Processed' as const, site_id: siteIds[4] };
        await server.db.update(referral).set(moved).where(inArray(referral.id, changed));
        const seen: string[] = [];
        let { next } = first;
        for (let page = 2; page <= 4; page += 1) {
          const answer = await read(head, { ...query, page, after: next });
          seen.push(...answer.items.map(({ _id }) => _id));
          ({ next } = answer);
        }
        const others = seen.filter((id) => !changed.includes(id));
        expect({ filter, others }).toEqual({ filter, others: all.slice(PAGE).slice(0, others.length) });
        expect(others.length).toBeGreaterThanOrEqual(2 * PAGE);
        for (const { id, last_name, first_name, status, site_id } of before) {
          await server.db.update(referral).set({ last_name, first_name, status, site_id }).where(eq(referral.id, id));
        }
      }
    },
    LIMIT,
  ); // prettier-ignore

  it('says that a page follows although the total says that none does, if rows before it have left the list', async () => {
    const [head] = readers;
    if (!head) throw new Error('no reader');
    const query = { referral_status: 'Pending', site: siteIds[3] ?? '', sort: 'waiting', order: 'desc' } as const;
    const all = expectedList(rows, names, head, query).ids;
    const size = Math.floor(all.length / 3);
    const first = await read(head, { ...query, size });
    const left = all.slice(0, size);
    await server.db.update(referral).set({ status: 'Processed' }).where(inArray(referral.id, left));
    const second = await read(head, { ...query, size, page: 2, after: first.next });
    expect(second.items.map(({ _id }) => _id)).toEqual(all.slice(size, 2 * size));
    expect(second.total).toBe(all.length - size);
    expect(second.next).toBeDefined();
    const last = await read(head, { ...query, size: all.length, page: 3, after: second.next });
    expect(last.items.map(({ _id }) => _id)).toEqual(all.slice(2 * size));
    expect(last.next).toBeUndefined();
    await server.db.update(referral).set({ status: 'Pending' }).where(inArray(referral.id, left));
  }); // prettier-ignore

  it('is read by its offset without a valid cursor', async () => {
    const [head, manager] = readers;
    if (!head || !manager) throw new Error('no reader');
    const { next = '' } = await read(head, { size: PAGE });
    const offset = (await read(manager, { size: PAGE, page: 2 })).items;
    for (const after of ['no cursor', randomUUID(), `${next}x`, `x${next}`, next.split('.')[0]]) {
      expect((await read(manager, { size: PAGE, page: 2, after })).items).toEqual(offset);
    }
  }); // prettier-ignore

  it('shows who owns a referral, and returns an empty page past the end', async () => {
    const { items } = await read(readers[1] ?? { access: '' }, { owner: 'me', size: 1 });
    expect(items[0]?.owner).toEqual({ id: readers[1]?.id, fullname: names.accounts.get(readers[1]?.id ?? ''), left: true });
    const past = await read(readers[0] ?? { access: '' }, { page: 9_999, sort: 'name' });
    expect(past.items).toEqual([]);
    expect(past.total).toBe(past.counts?.all);
  }); // prettier-ignore

  it('accepts a period in any year that a JavaScript date can have', async () => {
    const head = readers[0] ?? { access: '' };
    const { total } = await read(head, {});
    const all = { from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59-23:59' };
    expect((await read(head, { ...all, size: 1 })).counts).toBeNull();
    expect((await read(head, { ...all, q: '%' })).total).toBe(0);
    expect(total).toBeGreaterThan(MAX_COUNTED);
  });
});
