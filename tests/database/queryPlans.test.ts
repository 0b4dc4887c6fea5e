/**
 * With 100,000 referrals, and a million on PostgreSQL in the exhaustive run, the queries of staff use indexes: no statement
 * scans more rows than a page or a search needs.
 */
import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SubstanceName } from '../../contract/constants';
import type { AuditFilter } from '../../contract/entities/audit';
import {
  AUDIT_LIMITS,
  DUPLICATE_LIMITS,
  type EndReason,
  HISTORY_READS,
  REFERRAL_STATUSES,
  TODAY_VIEWS,
  WORKLIST_SORTS,
} from '../../contract/staffConstants';
import { bootstrap } from '../../server/seed/bootstrap';
import { readRecords } from '../../server/db/statements/readStatement';
import { withoutIndexes } from '../../server/db/statements/bulkInsert';
import { migrate } from '../../server/db/migrate';
import type { Database } from '../../server/db/database';
import * as schema from '../../server/db/schema';
import { seed } from '../../server/seed/seed';
import { vacuumAllTables } from '../../server/db/embedded/vacuum';
import {
  findAccount,
  listAccounts,
  listPending,
  searchAccounts,
} from '../../server/features/accounts/accounts';
import { type CallerStatement, readAsCaller } from '../../server/features/access/readAsCaller';
import { type Caller, findCaller } from '../../server/features/access/caller';
import {
  findDuplicates,
  listDuplicates,
} from '../../server/features/referrals/duplicates/duplicates';
import { findReferral } from '../../server/features/referrals/record/findReferral';
import {
  COUNT_STATEMENTS,
  type ListQuery,
  listStatements,
  listValues,
  readCount,
} from '../../server/features/referrals/list/findPage';
import { CURSOR_OF_ROW } from '../../server/features/referrals/list/order';
import type { Cursor } from '../../server/features/referrals/list/cursor';
import { listOwners } from '../../server/features/referrals/record/owner';
import { listSamePerson } from '../../server/features/referrals/duplicates/samePerson';
import { countFiled, listFiled } from '../../server/features/referrals/list/filed';
import { findHistory } from '../../server/features/referrals/record/history';
import { countHeld, rollUpCounters } from '../../server/features/referrals/list/counters';
import { countDeleted, listDeleted } from '../../server/features/referrals/deleted/listDeleted';
import { mayActAnywhere } from '../../server/features/referrals/acting';
import { followUpRules } from '../../server/features/referrals/followUpRules';
import { sendMorningMails } from '../../server/features/referrals/today/morningMail';
import {
  countFromBefore,
  findDue,
  findFromBefore,
  findNextDay,
  findNotDue,
} from '../../server/features/referrals/today/today';
import { listHeld } from '../../server/features/referrals/list/held';
import { listAudit } from '../../server/features/audit/list';
import { listSiteCounts } from '../../server/features/referrals/list/siteCounts';
import { readSettings } from '../../server/settings/settings';
import { createDatabase } from '../support/engines';
import { everyNth, EXHAUSTIVE, thorough } from '../support/exhaustive';
import { type Plan, PLAN_ONCE, StatementRecorder } from '../support/queryPlans';

/** Milliseconds. The limit only ends a hung seed. */
const SEEDING_LIMIT = 900_000;
/** Rows that a statement may scan. A far page may scan up to its offset. */
const ROWS_AT_MOST = 6_000;
/** Rows scanned to find a page of matches that occur once in a hundred rows, whatever the size of the table. */
const ROWS_AT_MOST_FOR_RARE_PAIRS = 30_000;
/** Rows scanned for the possible duplicates of a hundred referrals: them, and for each a few that agree with it. */
const DUPLICATE_ROWS_AT_MOST = 500;
/**
 * Rows scanned for a search of the worklist: those that match, up to 2,000, a few times, or those of one match in a hundred.
 */
const ROWS_AT_MOST_FOR_A_SEARCH = 30_000;
/** Sites of a manager of many. */
const WIDE = 20;
/** A page of each of two statuses and three sexes at each of their sites, and a page of their own. */
const ROWS_AT_MOST_FOR_MANY_SITES = (2 * 3 * WIDE + 6) * 50;
/**
 * By name, a tab of one sex sorts all of that sex at a site where they are few, about 300, or else reads until it has a page.
 * Their number is random.
 */
const ROWS_AT_MOST_OF_ONE_SEX = 600 * WIDE;
/** Rows of the counters of all sites, which the statement of a list reads, too. */
const COUNTER_ROWS = 1_500;
const WEEK = 7 * 24 * 60 * 60_000;
const RARE_PAIRS: ReadonlySet<string> = new Set(['much at once', 'two of its characters']);

/** Indexes that keep a rule: no two referrals have one tracking ID. */
const KEEP_RULES = ['referral_tracking_id'];

const LARGE: ReadonlySet<string> = new Set([
  'referral',
  'referral_event',
  'name_word',
  'audit_event',
  'session',
  'contact_attempt',
]);

const NO_MAIL = { SMTP_URL: undefined };

type Opened = { db: Database; close: () => Promise<void> };

const ENGINES = [
  {
    engine: 'PGlite',
    referrals: 100_000,
    async open(logger: StatementRecorder): Promise<Opened> {
      const client = await PGlite.create({ extensions: { pg_trgm } });
      await client.query(PLAN_ONCE);
      return { db: drizzlePglite(client, { schema, logger }), close: () => client.close() };
    },
  },
  {
    engine: 'PostgreSQL',
    referrals: thorough(100_000, 1_000_000),
    async open(logger: StatementRecorder): Promise<Opened> {
      const pool = new pg.Pool({ connectionString: await createDatabase(), max: 1 });
      await pool.query(PLAN_ONCE);
      return { db: drizzlePg(pool, { schema, logger }), close: () => pool.end() };
    },
  },
] as const;

/** Both engines have the same planner, so PostgreSQL is enough outside the exhaustive run. */
const TESTED_ENGINES = EXHAUSTIVE ? ENGINES : ENGINES.slice(1);

describe.each(TESTED_ENGINES)('on $engine with $referrals referrals', ({ open, referrals }) => {
  const notes = new StatementRecorder();
  const usedIndexes = new Set<string>();
  let opened: Opened;
  let head: Caller;
  let manager: Caller;
  let limited: Caller;
  /** A manager of 20 sites. */
  let wide: Caller;
  let found: Record<'id' | 'first' | 'last' | 'phone' | 'tracking' | 'dob', string>;

  beforeAll(async () => {
    opened = await open(notes);
    const { db } = opened;
    await migrate(db);
    await bootstrap(db, readSettings({}));
    await seedOwned(db, referrals);
    await addSessions(db);
    await rollUpCounters(db);
    await vacuumAllTables(db);
    head = await findCallerByRole(db, 'SUPERUSER');
    manager = await findCallerByRole(db, 'MANAGER');
    limited = await addLimitedManager(db);
    wide = await addWideManager(db);
    const [row] = await db
      .select({
        id: schema.referral.id,
        first: schema.referral.first_name,
        last: schema.referral.last_name,
        phone: schema.referral.contact_digits,
        tracking: schema.referral.tracking_id,
        dob: schema.referral.dob,
      })
      .from(schema.referral)
      // A part of a tracking ID without a digit is searched as a name, too, of which a common one is read in the order of the list.
      .where(
        sql`length(${schema.referral.last_name}) > 8 and substr(${schema.referral.tracking_id}, 5, 4) ~ '[0-9]'`,
      )
      .orderBy(schema.referral.entry_date)
      .limit(1);
    if (!row) throw new Error('no referral was seeded');
    found = row;
  }, SEEDING_LIMIT);
  afterAll(() => opened.close());

  /**
   * Returns the statements of `work` that scan too much: more than `atMost` rows, or more than `scansAtMost` of a large table
   * sequentially.
   */
  async function findExcess(
    what: string,
    work: () => Promise<unknown>,
    atMost = ROWS_AT_MOST,
    { scansAtMost = 0, plans }: { scansAtMost?: number; plans?: readonly Plan[] } = {},
  ) {
    const explained = await notes.explainStatements(opened.db, work, plans);
    for (const name of explained.flatMap(({ indexes }) => indexes)) usedIndexes.add(name);
    return explained
      .filter(
        ({ rows, scanned }) =>
          rows > atMost || (rows > scansAtMost && scanned.some((table) => LARGE.has(table))),
      )
      .map((statement) => ({ what, ...statement }));
  }

  const PAGE = { page: 1, size: 25 };
  const TENTH = { ...PAGE, page: 10 };
  const SEARCH = { page: 1, size: 50 };
  const searches = () => ({
    'a name few have': { name: `${found.first} ${found.last}` },
    'the last name first': { name: `${found.last}, ${found.first}` },
    'a part of one': { name: found.last.slice(1, 7) },
    'two names many have': { name: 'garcia, jose' },
    'a name many have': { name: 'jose' },
    'two letters': { name: 'wu' },
    'one letter': { name: 'e' },
    'a name nobody has': { name: 'qqqzzz' },
    'letters nobody has': { name: 'xq' },
    'a number': { contact_number: found.phone },
    'a number with a country code': { contact_number: `+1 ${found.phone}` },
    'its last four digits': { contact_number: found.phone.slice(-4) },
    'a part of one that few have': { contact_number: found.phone.slice(-5) },
    'a part that all have': { contact_number: '555' },
    'a number nobody has': { contact_number: '0000000000' },
    'a tracking ID': { tracking_id: found.tracking },
    'its beginning': { tracking_id: found.tracking.slice(0, 4) },
    'its end': { tracking_id: found.tracking.slice(-4) },
    'three characters in its middle': { tracking_id: found.tracking.slice(4, 8) },
    'two of its characters': { tracking_id: found.tracking.slice(-2) },
    'its first letter': { tracking_id: 'R' },
    'a status': { referral_status: 'Processed' },
    'a gender': { gender: 'Other' },
    both: { gender: 'Other', referral_status: 'More Info Needed' },
    guests: { referred_by: 'guest' },
    'a referrer': { referred_by: manager.fullname },
    'a part many referrers have': { referred_by: 'a' },
    'a referrer nobody has': { referred_by: 'qqqzzz' },
    'much at once': { name: 'jose', referral_status: 'Pending', referred_by: 'guest' },
    'a name many have and a part of a number': {
      name: 'jose',
      contact_number: found.phone.slice(-5),
    },
  });

  /** Like `findExcess`, for the statement of a list, with each plan that it may have. */
  async function findExcessOfList(
    [who, caller]: readonly [string, Caller],
    query: Partial<ListQuery>,
    atMost: number,
    options: { scansAtMost?: number } = {},
  ) {
    const asked = { ...PAGE, ...query };
    const statements = listStatements(asked);
    const hasOnePlan = statements.every(({ statement }) => statement.hasOnePlan);
    const plans: readonly Plan[] = hasOnePlan ? ['generic', 'custom'] : ['custom'];
    const work = () => readFor(opened.db, caller, statements, listValues(asked));
    return findExcess(`${who}: ${JSON.stringify(query)}`, work, atMost, { plans, ...options });
  }

  it('reads the list, its count and every filter through indexes, for every kind of staff', async () => {
    const { db } = opened;
    const excess = [];
    for (const who of Object.entries({ head, manager, limited, wide })) {
      const [name, caller] = who;
      const ofPage = caller === wide ? ROWS_AT_MOST_FOR_MANY_SITES : ROWS_AT_MOST;
      for (const page of [PAGE, TENTH]) excess.push(...(await findExcessOfList(who, page, ofPage)));
      const count = () => countFor(db, caller);
      excess.push(
        ...(await findExcess(`${name}: its count`, count, ofPage, { plans: ['generic'] })),
      );
      const one = () => findReferral(db, caller, found.id);
      excess.push(...(await findExcess(`${name}: one referral`, one)));
      const own = await ownRows(caller);
      for (const [what, query] of Object.entries(searches())) {
        const atMost = RARE_PAIRS.has(what) ? ROWS_AT_MOST_FOR_RARE_PAIRS : ROWS_AT_MOST;
        excess.push(
          ...(await findExcessOfList(who, { ...query, ...SEARCH }, Math.max(atMost, own))),
        );
      }
    }
    expect(excess).toEqual([]);
  });

  /**
   * A search within a scope reads all of it, and what the account filed up to three times: no index finds a text there that
   * does not tell by its time what there is elsewhere.
   */
  const ownRows = async (caller: Caller) =>
    caller === head ? 0 : 1.5 * (await countFor(opened.db, caller)) + ROWS_AT_MOST;

  it('reads a far page from the index, up to its offset', async () => {
    const query = { page: referrals / 25, size: 25 };
    expect(await findExcessOfList(['head', head], query, 1.2 * referrals)).toEqual([]);
  });

  it('reads each tab of the worklist in every order through indexes, at its start and far down', async () => {
    const excess = [];
    const after = await findMiddle(opened.db);
    const isSelected = everyNth(7);
    for (const who of Object.entries({ head, manager, limited, wide })) {
      for (const sort of WORKLIST_SORTS) {
        for (const order of ['asc', 'desc'] as const) {
          for (const tab of [...TABS, { owner: manager.accountId }]) {
            for (const page of [{ page: 1 }, { page: 3 }, { page: 100, after }]) {
              if (!isSelected()) continue;
              // Without `after`, each range is read from its start.
              const pages = 'after' in page ? 1 : page.page;
              const isOneSex = sort === 'name' && 'gender' in tab;
              const ofMany = isOneSex ? ROWS_AT_MOST_OF_ONE_SEX : ROWS_AT_MOST_FOR_MANY_SITES;
              const ofPage = who[1] === wide ? ofMany : ROWS_AT_MOST;
              const query = { sort, order, hasTabs: true, ...tab, ...page };
              excess.push(...(await findExcessOfList(who, query, pages * ofPage + COUNTER_ROWS)));
            }
          }
        }
      }
    }
    expect(excess).toEqual([]);
  });

  it('reads the open referrals of owners who left through indexes, in every order', async () => {
    const { db } = opened;
    const { siteId, restoreRoles } = await letOneOwnerLeave(db, manager);
    const excess = [];
    const isSelected = everyNth(3);
    const after = await findMiddle(db);
    for (const who of Object.entries({ head, manager })) {
      for (const sort of WORKLIST_SORTS) {
        for (const order of ['asc', 'desc'] as const) {
          for (const more of [
            {},
            { referral_status: 'Pending' },
            { referral_status: 'Processed' },
            { gender: 'Other' },
            { site: siteId },
            { q: 'jose' },
            { page: 100, after },
          ]) {
            if (!isSelected()) continue;
            const query = { owner: 'left', sort, order, hasTabs: true, ...more };
            const isAll = who[1] === head && !('q' in more);
            const others = isAll ? 0 : ROWS_AT_MOST_FOR_A_SEARCH;
            const atMost = READS_OF_LEFT * LEFT_OPEN + COUNTER_ROWS + others;
            excess.push(...(await findExcessOfList(who, query, atMost)));
          }
        }
      }
    }
    const owners = () => listOwners(db, head);
    excess.push(...(await findExcess('owners', owners, referrals)));
    await restoreRoles();
    expect(excess).toEqual([]);
  });

  it('reads what the worklist finds through indexes, in every order', async () => {
    const { db } = opened;
    const excess = [];
    const isSelected = everyNth(3);
    for (const who of Object.entries({ head, manager, limited })) {
      const own = await ownRows(who[1]);
      const { entry_date } = schema.referral;
      const [newest] = await db
        .select({ entry_date })
        .from(schema.referral)
        .orderBy(desc(entry_date))
        .limit(1);
      const week = new Date((newest?.entry_date.getTime() ?? 0) - WEEK).toISOString();
      for (const sort of WORKLIST_SORTS) {
        for (const search of [
          { q: `${found.first} ${found.last}` },
          { q: found.phone.slice(-5) },
          { q: found.phone.slice(-3) },
          { q: '555' },
          { q: found.tracking },
          { q: found.tracking.slice(4, 8) },
          // A part of a tracking ID whose letters many names have.
          { q: 'AN-9' },
          { q: 'jose' },
          { q: 'qqqzzz' },
          { q: found.dob },
          { q: `${found.first} ${found.dob}` },
          { q: '1901-01-01' },
          { from: week },
          { from: week, q: 'jose' },
          { from: week, referral_status: 'Pending' },
          { substance: 'Opioid-related', referral_status: 'Pending' } as const,
          { substance: RARE_SUBSTANCE },
          { end_reason: 'notNow' } as const,
          { end_reason: 'notNow', q: 'jose' } as const,
          { end_reason: RARE_REASON },
          { end_reason: RARE_REASON, referral_status: 'Declined Services' } as const,
          { end_reason: 'duplicate' } as const,
          { follow_up_by: 'managers' } as const,
          { follow_up_by: 'managers', referral_status: 'Pending' } as const,
          { gender: 'Other', owner: 'nobody' },
          { referred_by: 'guest', owner: 'nobody' },
        ]) {
          if (!isSelected()) continue;
          // What many rows have is found anywhere in the table, up to the number that is counted.
          const isOfMany =
            search.substance === 'Opioid-related' ||
            search.q === '555' ||
            search.end_reason === 'notNow';
          const scansAtMost = isOfMany ? 5 * ROWS_AT_MOST : 0;
          const atMost = Math.max(ROWS_AT_MOST_FOR_A_SEARCH, own);
          const query = { sort, hasTabs: true, ...search };
          excess.push(...(await findExcessOfList(who, query, atMost, { scansAtMost })));
        }
      }
    }
    expect(excess).toEqual([]);
  });

  it('reads a status that only a few old referrals have through indexes', async () => {
    const { db } = opened;
    await db.execute(sql`update referral set status = 'Processed' where status = 'Pending' and entry_date >
      (select entry_date from referral where status = 'Pending' order by entry_date offset 400 limit 1)`);
    await rollUpCounters(db);
    await vacuumAllTables(db);
    const excess = [];
    for (const who of Object.entries({ head, manager, limited })) {
      const own = await ownRows(who[1]);
      for (const query of [
        { referred_by: 'guest' },
        { referred_by: 'guest', gender: 'Female' },
        { name: 'jose' },
        { name: 'e' },
        { contact_number: '555' },
      ]) {
        const wanted = { ...query, ...SEARCH, referral_status: 'Pending' };
        excess.push(...(await findExcessOfList(who, wanted, Math.max(ROWS_AT_MOST, own))));
      }
    }
    expect(excess).toEqual([]);
  });

  it('reads the possible duplicates of a page through indexes, however common the names are', async () => {
    const { db } = opened;
    const ofName = async (first_name: string, limit: number) => {
      const rows = await db
        .select({ id: schema.referral.id })
        .from(schema.referral)
        .where(eq(schema.referral.first_name, first_name))
        .limit(limit);
      return rows.map(({ id }) => id);
    };
    const ids = [found.id, ...(await ofName('José', DUPLICATE_LIMITS.asked - 1))];
    const list = () => listDuplicates(db, head, ids);
    expect(await findExcess('a page', list, DUPLICATE_ROWS_AT_MOST)).toEqual([]);
    const one = () => findDuplicates(db, head, found.id);
    expect(await findExcess('one', one, DUPLICATE_ROWS_AT_MOST)).toEqual([]);
    for (const id of ids.slice(0, 10)) {
      const others = () => listSamePerson(db, head, id);
      expect(await findExcess('of one person', others, DUPLICATE_ROWS_AT_MOST)).toEqual([]);
    }
  });

  it('reads a history through indexes, also of a referral that thousands of entries of the audit trail name', async () => {
    const { db } = opened;
    await db.execute(sql`insert into referral_event (referral_id, kind, text)
      select id, 'note', 'A note.' from referral order by id limit 20000`);
    // Unchained: nothing here verifies the chain.
    await db.execute(sql`alter table audit_event disable trigger user`);
    await db.execute(sql`
      with newest as (select id from audit_head),
      other as (select array_agg(id) as ids from (select id from referral order by id limit 20) few)
      insert into audit_event (id, at, action, outcome, ip, record_ids)
      select newest.id + n, now() - (40000 - n) * interval '1 hour', case when n % 10 = 0 then 'getReferral' else 'listReferrals' end, 'done', '198.51.100.7',
        case when n % 20 = 0 then array[${found.id}::text] when n % 10 = 0 then array[other.ids[1 + n / 10 % 20]]
          when n % 2 = 0 then other.ids else other.ids || ${found.id}::text end
      from generate_series(1, 40000) n, newest, other`);
    await db.execute(sql`update audit_head set id = id + 40000`);
    await db.execute(sql`alter table audit_event enable trigger user`);
    await vacuumAllTables(db);
    const history = await findHistory(db, head, found.id);
    expect(history?.reads).toMatchObject({ opened: 2_000, latest: { length: HISTORY_READS } });
    for (const [who, caller] of Object.entries({ head, manager })) {
      const work = () => findHistory(db, caller, found.id);
      expect(await findExcess(`${who}: a history`, work)).toEqual([]);
    }
  });

  it('reads the activity log through indexes, by action and account, however few match', async () => {
    const { db } = opened;
    const range = [0, AUDIT_LIMITS.pageSize - 1] as const;
    const filters: readonly AuditFilter[] = [
      { kind: 'changes' },
      { kind: 'changes', actor: head.accountId },
      { actions: ['deleteSite'] },
      { actions: ['deleteSite'], actor: head.accountId },
      { actions: ['listHeld'] },
    ];
    for (const filter of filters) {
      const read = () => listAudit(db, { filter, range, order: 'DESC' });
      expect(await findExcess(JSON.stringify(filter), read, 100)).toEqual([]);
    }
  });

  it('reads the caller, accounts and held referrals through indexes', async () => {
    const { db } = opened;
    for (const [what, work] of [
      ['the caller', () => findCaller(db, head.sessionId, 'UTC')],
      ['accounts', () => listAccounts(db, NO_MAIL, PAGE)],
      ['pending accounts', () => listPending(db, NO_MAIL, PAGE)],
      ['an account', () => searchAccounts(db, NO_MAIL, manager.fullname)],
      ['an account by its id', () => findAccount(db, NO_MAIL, manager.accountId)],
      ['the number of held referrals', () => countHeld(db)],
      ['the numbers of each site', () => listSiteCounts(db)],
      [
        'held referrals',
        () => listHeld(async (...read) => (await readRecords(db, ...read)).row, PAGE),
      ],
    ] as const) {
      expect(await findExcess(what, work)).toEqual([]);
    }
  });

  it('reads deleted referrals through an index', async () => {
    const { db } = opened;
    await db.execute(sql`
      update referral set deleted_at = now() - (row_number * interval '1 hour') from (
        select id, row_number() over (order by id) from referral order by id limit 3000) chosen
      where chosen.id = referral.id`);
    await vacuumAllTables(db);
    const days = 30;
    const read = async (
      ...args: Parameters<typeof readRecords> extends [Database, ...infer Rest] ? Rest : never
    ) => (await readRecords(db, ...args)).row;
    expect(await findExcess('a page', () => listDeleted(read, days, PAGE))).toEqual([]);
    expect(await findExcess('their number', () => countDeleted(db, days))).toEqual([]);
    expect(await countDeleted(db, days)).toBe(days * 24 - 1);
  });

  it('reads what an account filed through an index, and what was corrected through that of its history', async () => {
    const { db } = opened;
    const filed = await countFiled(db, manager.accountId, new Map());
    expect(filed).toBeGreaterThan(PAGE.size);
    const excess = [];
    for (const query of [
      PAGE,
      { ...PAGE, page: 2 },
      { ...PAGE, q: 'jose' },
      { ...PAGE, site: '' },
    ]) {
      const read = () => listFiled(db, manager.accountId, new Map(), '', query);
      excess.push(...(await findExcess(JSON.stringify(query), read, 10 * filed)));
    }
    expect(excess).toEqual([]);
  });

  it('reads what is to do today through indexes, however much rests', async () => {
    const { db } = opened;
    const ids = await letMostRest(db);
    const settings = readSettings({ TIME_ZONE: 'UTC', MORNING_MAIL: '00:00' });
    const rules = followUpRules(settings);
    const now = new Date();
    const excess = [];
    for (const [who, caller, due] of [
      ['head', head, DUE],
      // Due at one of their sites, or filed by them.
      ['manager', manager, DUE / 2],
      ['limited', limited, DUE / 2],
    ] as const) {
      for (const view of TODAY_VIEWS) {
        const group = { view, skip: FROM_BEFORE / 2, take: 25 };
        for (const [what, work, atMost] of [
          ['the list', () => findDue(db, caller, rules, now, view), READS_OF_DUE * due],
          ['the others', () => findNotDue(db, caller, rules, now, { view, ids }), DUPLICATE_ROWS_AT_MOST],
          ['the next day', () => findNextDay(db, caller, rules, now, view), ROWS_AT_MOST],
          ['from before', () => countFromBefore(db, caller, view), 2 * FROM_BEFORE],
          // With their attempts, and all sites and accounts.
          ['a page of these', () => findFromBefore(db, caller, rules, now, group), 3 * FROM_BEFORE],
        ] as const) {
          excess.push(...(await findExcess(`${who}, ${view}: ${what}`, work, atMost)));
        }
      }
    }
    expect(excess).toEqual([]);
    expect((await findDue(db, head, rules, now, 'everyone')).length).toBeGreaterThan(DUE / 2);
    for (const caller of [manager, limited]) {
      const mayAct = () => mayActAnywhere(db, caller);
      expect(await findExcess('who may act', mayAct)).toEqual([]);
    }
  }); // prettier-ignore

  it('reads for a morning mail that nothing is to send through an index of its own', async () => {
    const { db } = opened;
    // As many accounts as an index is worth; none wants the mail.
    await db.execute(sql`insert into account (id, fullname, username, role, state)
      select 'many-' || n, 'Account ' || n, 'many' || n || '@example.org', 'MANAGER', 'active' from generate_series(1, 3000) n`);
    await vacuumAllTables(db);
    const run = () => sendMorningMails(db, readSettings({ TIME_ZONE: 'UTC' }));
    expect(await findExcess('nobody', run, 10)).toEqual([]);
    await db.execute(
      sql`update account set morning_mail = true, morning_mail_day = current_date + 1 where id like 'many-1%'`,
    );
    await vacuumAllTables(db);
    expect(await findExcess('all settled', run, 10)).toEqual([]);
  });

  it('uses every index of referrals for one of these reads, except those that keep a rule', async () => {
    const rows = await opened.db
      .select({ name: sql<string>`indexname` })
      .from(sql`pg_indexes`)
      .where(sql`tablename = 'referral'`);
    const names = rows.map(({ name }) => name);
    expect(names.filter((name) => !usedIndexes.has(name))).toEqual(KEEP_RULES);
  });
});

/** Referrals that are due, and those that are open from before the upgrade. */
const DUE = 2_000;
const FROM_BEFORE = 500;
/** How often the list reads each of them: it, its site, its owner, its attempts, and its name. */
const READS_OF_DUE = 8;

/**
 * Opens one referral in 25: some are due, some from before the upgrade, and all others rest. Twenty people of those that are
 * due have three referrals that rest or are closed.
 * @returns the ids of the twenty
 */
async function letMostRest(db: Database): Promise<string[]> {
  await db.execute(sql`update site set mark = 'ours'`);
  // Nothing here reads the counters that they keep.
  await db.execute(sql`alter table referral disable trigger user`);
  await db.execute(sql`
    update referral set status = 'Pending', end_reason = null, end_note = null,
      is_from_before = n > ${DUE}::int and n <= ${DUE + FROM_BEFORE}::int,
      follow_up_on = case when n <= ${DUE / 2}::int then current_date - n % 20
        when n > ${DUE + FROM_BEFORE}::int then current_date + 1 + n % 365 end
    from (
      select id, (row_number() over (order by id))::int as n from referral
      where deleted_at is null and hold_reason is null and abs(hashtext(id)) % 25 = 0) chosen
    where chosen.id = referral.id`);
  await db.execute(sql`
    update referral set status = 'Processed', follow_up_on = null where abs(hashtext(id)) % 25 <> 0
      and status in ('Pending', 'More Info Needed')`);
  const { rows } = (await db.execute(sql`
    select id from referral where status = 'Pending' and follow_up_on <= current_date and deleted_at is null order by id limit 20`)) as {
    rows: { id: string }[];
  };
  const ids = rows.map(({ id }) => id);
  await db.execute(sql`
    update referral set first_name = due.first_name, last_name = due.last_name, dob = due.dob
    from (select *, row_number() over (order by id) as place from referral where id = any(${sql.param(ids)}::text[])) due,
      (select id, (row_number() over (order by id) - 1) / 3 + 1 as place from referral where abs(hashtext(id)) % 25 = 1 limit 60) other
    where other.place = due.place and other.id = referral.id`);
  await db.execute(sql`alter table referral enable trigger user`);
  await vacuumAllTables(db);
  return ids;
}

/** The tabs of the worklist. */
const TABS = [
  {},
  ...REFERRAL_STATUSES.map((status) => ({ referral_status: status })),
  { owner: 'me' },
  { owner: 'nobody' },
  { gender: 'Other' },
  { gender: 'Other', referral_status: 'Pending', owner: 'me' },
];

/** Of every hundred referrals that were seeded with it, one keeps it. */
const RARE_SUBSTANCE: SubstanceName = 'Inhalant-related';

/** Of every thousand that ended, one has it; no referral has 'duplicate'. */
const RARE_REASON: EndReason = 'moved';

/** Seeds referrals of which nearly all have an owner, except the newest: those that nobody owns are hard to find. */
async function seedOwned(db: Database, referrals: number): Promise<void> {
  await db.transaction(async (tx) => {
    await withoutIndexes(tx, ['referral'], async () => {
      await seed(tx, referrals);
      await tx.execute(sql`
        with owners as (
          select id, row_number() over (order by id) - 1 as ordinal from account where role = 'MANAGER')
        update referral set owner_id = owners.id from owners
        where ordinal = abs(hashtext(referral.id)) % (select count(*) from owners) and entry_date < (
          select entry_date from referral order by entry_date desc offset ${referrals / 20} limit 1)`);
      await tx.execute(sql`
        update referral set end_reason = case when hashtext(id) % 1000 = 0 then ${RARE_REASON} else 'notNow' end
        where status = 'Declined Services'`);
      await tx.execute(sql`
        update referral set substance = array_replace(substance, ${RARE_SUBSTANCE}, 'Unknown substance')
        where ${RARE_SUBSTANCE} = any(substance) and hashtext(id) % 100 <> 0`);
      // Of the open ones, a few were reopened, and of a few the person was reached.
      await tx.execute(sql`
        update referral set reopened_at = case when hashtext(id) % 2 = 0 then entry_date + interval '3 days' end,
          reached_at = case when hashtext(id) % 3 = 0 then entry_date + interval '4 days' end
        where status in ('Pending', 'More Info Needed') and hashtext(id) % 500 = 0`);
      // Managers, who own them, set some days to call back.
      await tx.execute(sql`
        update referral set follow_up_on = current_date + 30, follow_up_by = owner_id
        where owner_id is not null and hashtext(id) % 500 = 1`);
      await tx.execute(sql`
        insert into contact_attempt (id, referral_id, batch_id, at, actor_id, channel, whom, outcome, number_digits, effect)
        select gen_random_uuid(), referral.id, gen_random_uuid(), entry_date + n * interval '1 day', first.id, 'call', 'person',
          'noAnswer', contact_digits, '{"from":null,"by":null,"to":null,"wasFromBefore":false}'
        from referral, generate_series(1, 2) n, (select id from account limit 1) first where hashtext(referral.id) % 10 in (0, 1)`);
    });
  });
}

/** Open referrals of the owner who left. */
const LEFT_OPEN = 300;
/** How often the statement of a list may read each of them: for the page, and for its numbers. */
const READS_OF_LEFT = 6;

/**
 * Makes every owner one who can own referrals, except one who left, and this manager, who then owns none.
 * @returns a site, and a function that gives the roles back
 */
async function letOneOwnerLeave(db: Database, manager: Caller) {
  const { account, referral } = schema;
  const isOtherManager = sql`${account.role} = 'MANAGER' and ${account.id} <> ${manager.accountId}`;
  const changed = await db
    .update(account)
    .set({ role: 'SUPERUSER' })
    .where(isOtherManager)
    .returning({ id: account.id });
  const [heir, leaver] = [changed[0]?.id, randomUUID()];
  await db.insert(account).values({
    id: leaver,
    fullname: 'Owner Who Left',
    username: `${leaver}@example.org`,
    role: 'SUPERUSER',
    state: 'deactivated',
  });
  await db.update(referral).set({ owner_id: heir }).where(eq(referral.owner_id, manager.accountId));
  const isOpen = sql`status in ('Pending', 'More Info Needed')`;
  for (const [isWanted, count] of [
    [isOpen, LEFT_OPEN],
    [sql`not ${isOpen}`, 10 * LEFT_OPEN],
  ] as const) {
    await db.execute(sql`
      update referral set owner_id = ${leaver} where id in (
        select id from referral where ${isWanted} and owner_id is not null and deleted_at is null and hold_reason is null
        limit ${count})`);
  }
  await vacuumAllTables(db);
  const [row] = await db.select({ siteId: referral.site_id }).from(referral).limit(1);
  const ids = changed.map(({ id }) => id);
  return {
    siteId: row?.siteId ?? '',
    restoreRoles: () => db.update(account).set({ role: 'MANAGER' }).where(inArray(account.id, ids)),
  };
}

/** A manager who sees only what they filed and what is assigned to them. */
async function addLimitedManager(db: Database): Promise<Caller> {
  const { accountId } = await findCallerByRole(db, 'MANAGER', 2);
  await db.execute(sql`update account set created_referrals_only = true where id = ${accountId}`);
  return findCallerByRole(db, 'MANAGER', 2);
}

/** Adds as many sessions as an index is worth. */
async function addSessions(db: Database): Promise<void> {
  await db.execute(sql`
    insert into session (id, account_id, remember)
    select gen_random_uuid(), (select id from account limit 1), false from generate_series(1, 2000)`);
}

async function addWideManager(db: Database): Promise<Caller> {
  const wide = await findCallerByRole(db, 'MANAGER', 1);
  await db.execute(sql`
    insert into account_site (account_id, site_id)
    select ${wide.accountId}, id from site where kind = 'ordinary' limit ${WIDE} on conflict do nothing`);
  return wide;
}

/** Finds the cursor of a referral in the middle of the list. */
async function findMiddle(db: Database): Promise<Cursor> {
  const { referral, site } = schema;
  const [row] = await db
    .select(CURSOR_OF_ROW)
    .from(referral)
    .innerJoin(site, eq(site.id, referral.site_id))
    .orderBy(desc(referral.entry_date))
    .limit(1)
    .offset(Math.floor((await db.$count(referral)) / 2));
  return row as Cursor;
}

/** Finds an account and signs it in. */
async function findCallerByRole(
  db: Database,
  role: 'SUPERUSER' | 'MANAGER',
  position = 0,
): Promise<Caller> {
  const [found] = await db
    .select({ id: schema.account.id })
    .from(schema.account)
    .where(eq(schema.account.role, role))
    .orderBy(schema.account.created_at, schema.account.username)
    .offset(position)
    .limit(1);
  if (!found) throw new Error(`no ${role}`);
  const sessionId = randomUUID();
  await db.insert(schema.session).values({ id: sessionId, account_id: found.id, remember: false });
  const caller = await findCaller(db, sessionId, 'UTC');
  if (!caller) throw new Error(`The ${role} is not signed in`);
  return caller;
}

/** Runs a statement that also finds the caller. */
async function readFor(
  db: Database,
  { sessionId, role }: Caller,
  statements: readonly CallerStatement[],
  values?: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const own = statements.find(({ roles }) => roles.includes(role));
  const found = own && (await readAsCaller(db, sessionId, own, values));
  if (!found) throw new Error('The caller was not found');
  return found.row;
}

const countFor = async (db: Database, caller: Caller): Promise<number> =>
  readCount(await readFor(db, caller, COUNT_STATEMENTS));
