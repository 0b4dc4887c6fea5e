/** The audit trail on both engines: complete under load, append-only, and tampering is detected. */
import { asc, desc, eq, gt, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database';
import { audit_event, audit_head } from '../../server/db/schema';
import { recordAudit } from '../../server/features/audit/trail';
import { parseHead, verifyTrail } from '../../server/features/audit/verify';
import { hashTables } from '../support/databaseState';
import { ENGINES } from '../support/engines';
import { thorough } from '../support/exhaustive';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, referralBody, type Fixtures } from '../support/fixtures';

const WRITERS = 8;
const EACH = thorough(8, 25);
const UNDONE = 'Undone';
/** The ID of an entry that is neither the first nor the last. */
const MIDDLE = 5;

const rename = (id: number, to: number) => sql`update audit_event set id = ${to} where id = ${id}`;
const copy = (to: number) =>
  sql`insert into audit_event (id, at, action, outcome, ip, hash) select ${to}, at, action, outcome, ip, hash from audit_event where id = ${MIDDLE}`;

describe.each(ENGINES)('on $engine', ({ engine, settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  let newest: number;

  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  const event = (changes: object = {}) => ({
    actorId: null,
    action: 'login' as const,
    recordIds: [],
    outcome: 'done' as const,
    ip: '198.51.100.7',
    ...changes,
  });

  it('records the entries of eight concurrent writers without gaps, and the chain stays intact', async () => {
    const before = await lastId(server.db);
    const head = fixtures.bearer('superuser');
    const work = Array.from({ length: WRITERS }, async () => {
      for (let turn = 0; turn < EACH; turn += 1) {
        const body = referralBody(fixtures.sites.own);
        const { _id } = await server.callOk('addReferral', { body }, head);
        await server.callOk('listReferrals', { query: { size: 5 } }, head);
        await server.callOk('updateReferral', { body: { id: _id, status: 'Processed' } }, head);
      }
    });
    await Promise.all(work);
    const added = WRITERS * EACH * 3;
    expect(await lastId(server.db)).toBe(before + added);
    expect(await verifyTrail(server.db)).toMatchObject({ isIntact: true });
    report(`audit entries of ${WRITERS} concurrent writers, ${engine}`, added);
  });

  it('leaves no entry and no gap after a rollback', async () => {
    const before = await lastId(server.db);
    const rolledBack = server.db.transaction(async (tx) => {
      await recordAudit(tx, event());
      throw new Error(UNDONE);
    });
    await expect(rolledBack).rejects.toThrow(UNDONE);
    expect(await lastId(server.db)).toBe(before);
    await recordAudit(server.db, event());
    expect(await lastId(server.db)).toBe(before + 1);
    expect(await verifyTrail(server.db)).toMatchObject({ isIntact: true });
  });

  it('gives each of many concurrent reads its own entry, with its actor and the records shown', async () => {
    const before = await lastId(server.db);
    const readers = ['superuser', 'manager', 'limited'] as const;
    const reads = Array.from({ length: 30 }, async (_, index) => {
      const reader = readers[index % readers.length] ?? 'superuser';
      const query = { size: 1 + (index % 5) };
      const { items } = await server.callOk('listReferrals', { query }, fixtures.bearer(reader));
      return { actor: fixtures.people[reader].id, ids: items.map(({ _id }) => _id) };
    });
    const shown = await Promise.all(reads);
    const entries = await server.db
      .select({ actor: audit_event.actor_id, ids: audit_event.record_ids })
      .from(audit_event)
      .where(gt(audit_event.id, before));
    const byText = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    expect(byText(entries)).toEqual(byText(shown));
    expect(await verifyTrail(server.db)).toMatchObject({ isIntact: true });
  });

  it('keeps the chain intact for any content of the fields', async () => {
    const values = ["it's", 'a,b', '{"a"}', 'back\\slash', 'ñ 日本 🌿', '', ' NULL '];
    for (const value of values) {
      await recordAudit(server.db, event({ recordIds: [value, ...values], ip: value }));
    }
    expect(await verifyTrail(server.db)).toMatchObject({ isIntact: true });
  });

  it('returns no data and changes nothing when no audit entry can be written', async () => {
    const head = fixtures.bearer('superuser');
    const { _id } = await server.callOk(
      'addReferral',
      { body: referralBody(fixtures.sites.own, { first_name: 'Unshown' }) },
      head,
    );
    const before = await hashTables(server.db);
    await server.db.execute(
      sql`alter table audit_event add constraint full_stop check (id <= 0) not valid`,
    );
    try {
      for (const [name, input] of [
        ['listReferrals', { query: {} }],
        ['listReferrals', { query: { page: 2 } }],
        ['filterReferrals', { query: { name: 'Unshown' } }],
        ['listWorklist', { body: {} }],
        ['listWorklist', { body: { q: 'Unshown', sort: 'name' } }],
        ['getReferral', { params: { id: _id } }],
        ['getHistory', { params: { id: _id } }],
        ['getDuplicates', { params: { id: _id } }],
        ['addNote', { body: { id: _id, text: 'Unnoted' } }],
        ['correctReferral', { body: { ...referralBody(fixtures.sites.own), id: _id } }],
        ['assignOwner', { body: { id: _id, owner: fixtures.people.superuser.id } }],
        ['listOwners', {}],
        ['setPreferences', { body: { owner_emails: false } }],
        ['getAccount', { params: { id: fixtures.people.manager.id } }],
        ['listHeld', { query: {} }],
        ['listAccounts', { query: {} }],
        ['listManagers', {}],
        ['listPendingAccounts', {}],
        ['searchAccounts', { query: { query: 'account' } }],
        ['listAudit', {}],
        ['updateReferral', { body: { id: _id, notes: 'Unnoted' } }],
        ['deleteReferral', { body: { id: _id } }],
        ['addSite', { body: { name: 'Unbuilt' } }],
      ] as const) {
        const answer = await server.call(name, input, head);
        expect({ name, refused: answer.status >= 500 }).toEqual({ name, refused: true });
        expect(answer.body).toEqual({ detail: expect.any(String) });
      }
    } finally {
      await server.db.execute(sql`alter table audit_event drop constraint full_stop`);
    }
    expect(await hashTables(server.db)).toEqual(before);
    expect(await verifyTrail(server.db)).toMatchObject({ isIntact: true });
  });

  it.each([
    ['an update', sql`update audit_event set outcome = 'refused' where id = 1`],
    ['a deletion', sql`delete from audit_event where id = 1`],
    ['a truncation', sql`truncate audit_event`],
  ])('refuses %s', async (_what, statement) => {
    await expect(server.db.execute(statement)).rejects.toMatchObject({
      cause: { message: 'The audit trail is only ever added to' },
    });
    expect(await verifyTrail(server.db)).toMatchObject({ isIntact: true });
  });

  it('ignores a supplied ID and hash', async () => {
    const before = await lastId(server.db);
    await server.db.insert(audit_event).values({
      id: 1_000_000,
      hash: 'made up',
      action: 'login',
      outcome: 'done',
      ip: '198.51.100.7',
    });
    expect(await lastId(server.db)).toBe(before + 1);
    expect(await verifyTrail(server.db)).toMatchObject({ isIntact: true });
  });

  describe('tampering by the tables’ owner with triggers disabled', () => {
    beforeAll(async () => {
      newest = await lastId(server.db);
    });
    afterAll(() =>
      report(`detected ways of tampering with the audit trail, ${engine}`, tampering.length + 1),
    );

    const tampering: [string, () => ReturnType<typeof sql>[], () => number][] = [
      [
        'changes the actor',
        () => [sql`update audit_event set actor_id = 'else' where id = ${MIDDLE}`],
        () => MIDDLE,
      ],
      [
        'changes the time',
        () => [sql`update audit_event set at = at + interval '1 microsecond' where id = ${MIDDLE}`],
        () => MIDDLE,
      ],
      [
        'changes the action',
        () => [sql`update audit_event set action = 'else' where id = ${MIDDLE}`],
        () => MIDDLE,
      ],
      [
        'changes the records',
        () => [sql`update audit_event set record_ids = '{else}' where id = ${MIDDLE}`],
        () => MIDDLE,
      ],
      [
        'changes the outcome',
        () => [sql`update audit_event set outcome = 'refused' where id = ${MIDDLE}`],
        () => MIDDLE,
      ],
      [
        'changes the address',
        () => [sql`update audit_event set ip = 'else' where id = ${MIDDLE}`],
        () => MIDDLE,
      ],
      [
        'changes a hash',
        () => [sql`update audit_event set hash = repeat('0', 64) where id = ${MIDDLE}`],
        () => MIDDLE,
      ],
      ['deletes an entry', () => [sql`delete from audit_event where id = ${MIDDLE}`], () => MIDDLE],
      ['deletes the first entry', () => [sql`delete from audit_event where id = 1`], () => 1],
      [
        'deletes an entry and closes the gap',
        () => [
          sql`delete from audit_event where id = ${MIDDLE}`,
          sql`update audit_event set id = -id where id > ${MIDDLE}`,
          sql`update audit_event set id = -id - 1 where id < 0`,
        ],
        () => MIDDLE,
      ],
      [
        'swaps two entries',
        () => [rename(MIDDLE, -1), rename(MIDDLE + 1, MIDDLE), rename(-1, MIDDLE + 1)],
        () => MIDDLE,
      ],
      ['appends an entry', () => [copy(newest + 1)], () => newest + 1],
      ['inserts an entry before the first', () => [copy(0)], () => 0],
      [
        'deletes the last entries',
        () => [sql`delete from audit_event where id > ${newest - 3}`],
        () => newest - 2,
      ],
      ['deletes all entries', () => [sql`delete from audit_event`], () => 1],
      [
        'changes an entry and recomputes its hash, but not the head',
        () => [
          sql`update audit_event set ip = 'else' where id = ${newest}`,
          sql`update audit_event e set hash = audit_hash((select hash from audit_event where id = ${newest - 1}), e) where id = ${newest}`,
        ],
        () => newest,
      ],
    ];

    it.each(tampering)(
      '%s: verification reports the first invalid entry',
      async (_what, makeStatements, first) => {
        const verdict = await afterTampering(server.db, makeStatements());
        expect(verdict).toMatchObject({ isIntact: false, id: first() });
      },
    );

    it('is detected by a previously noted head when the head is rewritten too', async () => {
      const noted = await headOf(server.db);
      const statements = [
        sql`delete from audit_event where id = ${newest}`,
        sql`update audit_head set id = ${newest - 1}, hash = (select hash from audit_event where id = ${newest - 1})`,
      ];
      expect(await afterTampering(server.db, statements)).toMatchObject({ isIntact: true });
      expect(await afterTampering(server.db, statements, noted)).toMatchObject({
        isIntact: false,
        id: newest,
      });
    });
  });

  it('accepts a previously noted head and refuses any other', async () => {
    const noted = await headOf(server.db);
    await recordAudit(server.db, event());
    expect(await verifyTrail(server.db, noted)).toMatchObject({ isIntact: true });
    const other = { ...noted, hash: 'f'.repeat(64) };
    expect(await verifyTrail(server.db, other)).toMatchObject({ isIntact: false, id: noted.id });
  });

  it('verifies a trail of several pages', async () => {
    await server.db.execute(
      sql`insert into audit_event (action, outcome, ip) select 'login', 'done', '198.51.100.7' from generate_series(1, 2100)`,
    );
    const id = await lastId(server.db);
    expect(await verifyTrail(server.db)).toMatchObject({ isIntact: true, head: { id } });
  });
});

it.each(['', '0:', '1', '1:abc', `0:${'a'.repeat(64)}`, `1:${'a'.repeat(64)}x`])(
  'verify-audit refuses the malformed head %s',
  (text) => {
    expect(() => parseHead(text)).toThrow('--head');
  },
);

async function lastId(db: Database): Promise<number> {
  const [row] = await db
    .select({ id: audit_event.id })
    .from(audit_event)
    .orderBy(desc(audit_event.id))
    .limit(1);
  return row?.id ?? 0;
}

async function headOf(db: Database) {
  const [head] = await db.select().from(audit_head).orderBy(asc(audit_head.id));
  if (!head) throw new Error('There is no head');
  const [entry] = await db.select().from(audit_event).where(eq(audit_event.id, head.id));
  expect(entry?.hash).toBe(head.hash);
  return { id: head.id, hash: head.hash };
}

/** Verifies the trail after the statements, with triggers disabled, and rolls everything back. */
async function afterTampering(
  db: Database,
  statements: readonly ReturnType<typeof sql>[],
  noted?: { id: number; hash: string },
) {
  let verdict: Awaited<ReturnType<typeof verifyTrail>> | undefined;
  const rolledBack = db.transaction(async (tx) => {
    await tx.execute(sql`alter table audit_event disable trigger user`);
    for (const statement of statements) await tx.execute(statement);
    verdict = await verifyTrail(tx, noted);
    throw new Error(UNDONE);
  });
  await expect(rolledBack).rejects.toThrow(UNDONE);
  return verdict;
}
