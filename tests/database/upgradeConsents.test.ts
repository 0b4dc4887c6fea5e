/**
 * The day of the upgrade to consents: archives of before. Nothing is lost, no site is decided, nobody has agreed to anything, and
 * managers read as the specification has it until a site of theirs is marked as outside.
 */
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { backUp } from '../../server/db/backup/backup';
import { restore } from '../../server/db/backup/restore';
import type { Database } from '../../server/db/database';
import { account, consent, disclosure, receipt } from '../../server/db/schema';
import { makeEarlier, temporaryFolder, temporarySettings, withDatabase } from '../support/archives';
import { newConsent, signedOnPaper } from '../support/consentFixtures';
import { ENGINES } from '../support/engines';
import { prepareAccounts } from '../support/preparedAccounts';
import { signIn } from '../support/fixtures';
import { SUPERUSER } from '../support/superuser';
import { startTestServer } from '../support/testServer';

/** The numbers of migrations of earlier versions. */
const VERSIONS = [
  { version: '0.2.0', migrations: 10 },
  { version: 'the last one before consents', migrations: 30 },
];

const SITE = 'site-1';
const MANAGER = { id: 'manager-1', username: 'counsellor@example.org' };
const PERSON = { id: 'person-1', username: 'robin@example.org' };
/** By the account, declined before there was a history; by it, open; by it, deleted; by guests, open and deleted. */
const FILED = [
  { id: 'old-1', status: 'Declined Services', by: MANAGER.id, isDeleted: false },
  { id: 'old-2', status: 'Pending', by: MANAGER.id, isDeleted: false },
  { id: 'old-3', status: 'Processed', by: MANAGER.id, isDeleted: true },
  { id: 'old-4', status: 'More Info Needed', by: null, isDeleted: false },
  { id: 'old-5', status: 'Pending', by: null, isDeleted: true },
];
const GUESTS = FILED.filter(({ by }) => by === null);
const referenceOf = (id: string) => `R-ABCD-000${id.at(-1)}`;

const TABLES = ['site', 'account', 'account_site', 'referral'] as const;
type Rows = Record<string, unknown>[];

/** All rows of the tables, as JSON. */
async function readRows(db: Database): Promise<Record<(typeof TABLES)[number], Rows>> {
  const read = async (name: string) => {
    const { rows } = (await db.execute(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t order by t::text`,
    )) as { rows: { row: Record<string, unknown> }[] };
    return rows.map(({ row }) => row);
  };
  const [sites, accounts, accountSites, referrals] = [
    await read('site'),
    await read('account'),
    await read('account_site'),
    await read('referral'),
  ];
  return { site: sites, account: accounts, account_site: accountSites, referral: referrals };
}

async function fill(db: Database): Promise<void> {
  const addAccount = ({ id, username }: typeof MANAGER, role: string, referral: string | null) =>
    db.execute(sql`
      insert into account (id, fullname, username, password_hash, role, state, referral_id)
      values (${id}, ${`Of ${id}`}, ${username}, 'x', ${role}, 'active', ${referral})`);
  await db.execute(sql`insert into site (id, name) values (${SITE}, 'Northside High')`);
  await addAccount(MANAGER, 'MANAGER', null);
  await db.execute(sql`insert into account_site values (${MANAGER.id}, ${SITE})`);
  for (const { id, status, by, isDeleted } of FILED)
    await db.execute(sql`
      insert into referral (id, tracking_id, site_id, substance, first_name, last_name, contact_number, contact_digits, sex, dob, status,
        created_by, entry_date, deleted_at)
      values (${id}, ${referenceOf(id)}, ${SITE}, '{Alcohol-related}', 'Robin', ${`Sample ${id}`}, '555 010 2030', '5550102030', 'Other',
        '2005-02-28', ${status}, ${by}, '2026-01-05 18:00:00+00', ${isDeleted ? '2026-01-06 18:00:00+00' : null})`);
  await addAccount(PERSON, 'REFERRAL', 'old-2');
}

describe.each(ENGINES)('restored on $engine', ({ settings }) => {
  it.each(VERSIONS)('an archive of $version', async ({ migrations }) => {
    const file = join(temporaryFolder(), 'old.backup');
    let before: Awaited<ReturnType<typeof readRows>> | undefined;
    await backUp(
      await makeEarlier(migrations, async (db) => {
        await fill(db);
        before = await readRows(db);
      }),
      file,
    );
    const own = temporarySettings(await settings());
    await restore(own.settings, file, { replace: true });
    const server = await startTestServer(own.environment);
    onTestFinished(() => server.close());
    const head = (await signIn(server, SUPERUSER.email, SUPERUSER.password)).access;
    // Nothing is lost.
    const after = await readRows(server.db);
    for (const name of TABLES) {
      const former = before?.[name] ?? [];
      expect(former.length).toBeGreaterThan(0);
      expect(after[name]).toEqual(
        expect.arrayContaining(
          former.map((row) => expect.objectContaining(keptOf(row, after[name]))),
        ),
      );
    }
    for (const table of [consent, disclosure, receipt])
      expect(await server.db.$count(table)).toBe(0);

    const accounts = await prepareAccounts(server);
    for (const { id } of [MANAGER, PERSON])
      await server.db
        .update(account)
        .set({ password_hash: accounts.passwordHash })
        .where(eq(account.id, id));
    const manager = (await accounts.beginSession(MANAGER)).access;
    const person = (await accounts.beginSession(PERSON)).access;

    // Nothing is decided, and managers read what they read before.
    const marks = await server.callOk('listSiteMarks', {}, head);
    expect(marks.find(({ _id }) => _id === SITE)).toMatchObject({ mark: null });
    expect(await server.callOk('listNotices', {}, head)).toContainEqual({ code: 'sitesUndecided' });
    expect(await server.callOk('getReader', {}, manager)).toMatchObject({ is_inside: true });
    const shown = async () => {
      const { items } = await server.callOk('listReferrals', { query: {} }, manager);
      return new Map(items.map(({ _id, status }): [string, string] => [_id, status]));
    };
    const live = FILED.filter(({ isDeleted }) => !isDeleted);
    expect(await shown()).toEqual(new Map(live.map(({ id, status }) => [id, status])));
    expect(await server.callOk('getOwnReferral', {}, person)).toEqual({ referral: null });

    // Guests have no receipt.
    for (const { id } of GUESTS) {
      const body = { reference: referenceOf(id), code: '0000-0000-0000-0000', birth_year: '2005' };
      expect(await server.callOk('lookUp', { body })).toMatchObject({ result: 'noMatch' });
    }
    const byGuest = newConsent('old-4', { recipient: { kind: 'guest' } });
    expect((await server.call('askConsent', { body: byGuest }, head)).status).toBe(422);

    // Marked as outside, they read one answer to what they filed, until the person agrees.
    const body = { _id: SITE, mark: 'outside' as const, response_days: null };
    await server.callOk('markSite', { body }, head);
    const callUs = 'Received. Please call us.';
    const ofManager = FILED.filter(({ by }) => by === MANAGER.id).map(({ id }) => id);
    expect(await shown()).toEqual(new Map(ofManager.map((id) => [id, callUs])));
    const recipient = { kind: 'account' as const, account: MANAGER.id };
    for (const id of ['old-1', 'old-2']) {
      await server.callOk('askConsent', { body: newConsent(id, { recipient }) }, head);
      const { consents } = await server.callOk('getConsents', { params: { id } }, head);
      const paper = signedOnPaper(consents[0]?.id ?? '');
      const signed = { ...paper, last_day: paper.signed_on.replace(/^\d{4}/, '2027') };
      // What was closed before there was a history counts as closed since its entry: its consent needs a last day of its own.
      expect((await server.call('signConsentOnPaper', { body: paper }, head)).status).toBe(
        id === 'old-1' ? 422 : 200,
      );
      if (id === 'old-1') await server.callOk('signConsentOnPaper', { body: signed }, head);
    }
    const notTalked = 'We received your referral. We have not talked with the person yet.';
    expect(await shown()).toEqual(
      new Map(ofManager.map((id) => [id, id === 'old-3' ? callUs : notTalked])),
    );
  });
});

/** Columns that the database computes from others. */
const COMPUTED = ['name_searched', 'name_sorted'];

/** What was stored in a former row, in the columns that are still there. */
function keptOf(row: Record<string, unknown>, now: Rows): Record<string, unknown> {
  const isKept = (column: string) => now[0] && column in now[0] && !COMPUTED.includes(column);
  return Object.fromEntries(Object.entries(row).filter(([column]) => isKept(column)));
}

/** The number of migrations before the ledger had a row for each address. */
const BEFORE_ADDRESSES = 35;

it('the ledger keeps its rows once each has an address', async () => {
  const settings = await makeEarlier(BEFORE_ADDRESSES, async (db) => {
    await fill(db);
    await db.execute(sql`
      insert into consent (id, referral_id, asked_by, recipient_kind, recipient_name, level, purpose, discloser)
      values ('00000000-0000-4000-8000-000000000001', 'old-2', ${MANAGER.id}, 'agency', 'Harbor', 'reached', 'To help', 'Staff')`);
    await db.execute(sql`
      insert into disclosure (consent_id, sentence, channel, first_at, last_at, times, address)
      select id, 'notTalked', channel, '2026-11-01 18:00:00+00', '2026-11-02 18:00:00+00', 2, address
      from consent, (values ('phone', null), ('letter', '1 Pier')) told (channel, address)`);
  });
  const rows = await withDatabase(settings, (db) =>
    db.select().from(disclosure).orderBy(disclosure.channel),
  );
  const said = {
    sentence: 'notTalked',
    first_at: new Date('2026-11-01T18:00:00Z'),
    last_at: new Date('2026-11-02T18:00:00Z'),
    times: 2,
  };
  expect(rows).toMatchObject([
    { ...said, channel: 'letter', address: '1 Pier' },
    { ...said, channel: 'phone', address: '' },
  ]);
});
