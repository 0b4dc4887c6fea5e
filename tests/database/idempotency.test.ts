/** A repeated request adds nothing: matched by idempotency key for a day, by content for two minutes. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import { type CallName, endpoints, type Endpoint } from '../../contract/calls/endpoints';
import { account, idempotency_record, limit_window, referral, site } from '../../server/db/schema';
import { deleteExpiredRecords } from '../../server/features/idempotency/idempotencyRecords';
import { hashTables, countAudit, queuedMail } from '../support/databaseState';
import { DEFAULT_ENGINES } from '../support/engines';
import { validInputs } from '../support/validInputs';
import {
  type AnyInput,
  type Answer,
  startTestServer,
  type TestServer,
} from '../support/testServer';
import { advanceIdempotencyRecords } from '../support/advanceTime';
import {
  createFixtures,
  referralBody,
  registration,
  unique,
  type Fixtures,
} from '../support/fixtures';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Makes a key of 128 bits, as the web app does. */
const newKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex');
const keyed = (key: string) => ({ 'idempotency-key': key });

const table: Record<CallName, Endpoint> = endpoints;
const KEYED_CALLS = (Object.keys(endpoints) as CallName[]).filter(
  (name) => table[name].takes === 'key',
);

it('every call that adds a record accepts an idempotency key', () => {
  expect(KEYED_CALLS.toSorted()).toEqual([
    'addGuestReferral',
    'addReferral',
    'addSite',
    'register',
    'registerReferral',
    'registerSuperuser',
  ]);
});

describe.each(DEFAULT_ENGINES)('on $engine', ({ engine, settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SMTP_URL: 'smtp://127.0.0.1:1' });
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  const head = () => fixtures.bearer('superuser');
  /** Everything that may grow: rows, audit entries, emails. */
  const readState = async () => ({
    rows: { ...(await hashTables(server.db)), idempotency_record: '' },
    done: await countAudit(server.db, 'done'),
    refused: await countAudit(server.db, 'refused'),
    emails: (await queuedMail(server.db)).length,
  });
  const countRows = () => server.db.$count(referral);
  const guest = (input: AnyInput) => server.call('addGuestReferral', input);
  const visiblePart = ({ status, text }: Answer) => ({ status, text });

  /** Returns no bearer for the calls of visitors, and that of a super user for the others. */
  const bearerFor = (name: AnyCallName) =>
    name === 'register' || name === 'addGuestReferral' ? undefined : head();

  it("adds a guest's referral once if the guest signs in or out between two tries", async () => {
    const headers = keyed(newKey());
    const input = { body: referralBody(fixtures.sites.own), headers, from: '192.0.2.77' };
    const before = await countRows();
    for (const bearer of [undefined, head(), fixtures.bearer('referral')]) {
      expect((await server.call('addGuestReferral', input, bearer)).status).toBe(200);
    }
    expect(await countRows()).toBe(before + 1);
  });

  describe.each(KEYED_CALLS)('%s', (name) => {
    it('returns the same response and changes nothing if its key or its content is repeated', async () => {
      const from = '192.0.2.1';
      const input = { ...(await validInputs[name](fixtures)), from };
      const headers = keyed(newKey());
      const first = await server.call(name, { ...input, headers }, bearerFor(name));
      expect(first.status).toBe(200);
      const before = await readState();
      for (const again of [
        { ...input, headers },
        { ...input },
        { ...input, headers: keyed(newKey()) },
      ]) {
        expect(visiblePart(await server.call(name, again, bearerFor(name)))).toEqual(
          visiblePart(first),
        );
      }
      expect(await readState()).toEqual(before);
      await advanceIdempotencyRecords(server.db, DAY - MINUTE);
      const late = await server.call(name, { ...input, headers }, bearerFor(name));
      expect(visiblePart(late)).toEqual(visiblePart(first));
      expect(await readState()).toEqual(before);
    });

    it('refuses a key that was used with other content, and changes nothing', async () => {
      const headers = keyed(newKey());
      const first = { ...(await validInputs[name](fixtures)), headers };
      const other = { ...(await validInputs[name](fixtures)), headers };
      expect((await server.call(name, first, bearerFor(name))).status).toBe(200);
      const before = await readState();
      const answer = await server.call(name, other, bearerFor(name));
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('other content') },
      });
      expect(answer.headers).not.toHaveProperty('retry-after');
      expect(await readState()).toEqual({ ...before, refused: before.refused + 1 });
    });

    it.each([
      ['empty', ''],
      ['too long', 'x'.repeat(101)],
      ['with a space', 'two words'],
      ['with a non-ASCII letter', 'ñ'],
    ])('refuses an invalid key (%s) and names the header', async (_what, key) => {
      const input = { ...(await validInputs[name](fixtures)), headers: keyed(key) };
      const before = await hashTables(server.db);
      const answer = await server.call(name, input, bearerFor(name));
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['header', 'idempotency-key'] }] },
      });
      expect(await hashTables(server.db)).toEqual(before);
    });
  });

  it('a key expires after a day and a content after two minutes; then the same request adds again', async () => {
    const input = { body: referralBody(fixtures.sites.own), from: '192.0.2.2' };
    const headers = keyed(newKey());
    await guest({ ...input, headers });
    const before = await countRows();
    await advanceIdempotencyRecords(server.db, 2 * MINUTE);
    await guest(input);
    expect(await countRows()).toBe(before + 1);
    await guest({ ...input, headers });
    expect(await countRows()).toBe(before + 1);
    await advanceIdempotencyRecords(server.db, DAY);
    await guest({ ...input, headers });
    expect(await countRows()).toBe(before + 2);
  });

  it('the same content from another caller, from another address or for another call is no repeat', async () => {
    const body = referralBody(fixtures.sites.own);
    const before = await countRows();
    await guest({ body, from: '192.0.2.3' });
    await guest({ body, from: '192.0.2.4' });
    await server.call('addReferral', { body }, head());
    await server.call('addReferral', { body }, fixtures.bearer('manager'));
    expect(await countRows()).toBe(before + 4);
  });

  it('a key belongs to its account; a visitor’s key works across networks', async () => {
    const headers = keyed(newKey());
    const body = referralBody(fixtures.sites.own);
    const before = await countRows();
    const first = await server.callOk('addReferral', { body, headers } as never, head());
    const others = await server.callOk(
      'addReferral',
      { body, headers } as never,
      fixtures.bearer('manager'),
    );
    expect(others).not.toEqual(first);
    expect(await countRows()).toBe(before + 2);
    await guest({ body, headers, from: '192.0.2.5' });
    await guest({ body, headers, from: '192.0.2.6' });
    expect(await countRows()).toBe(before + 3);
  });

  it('the time to fill in the form makes no difference, the content of the honeypot field does', async () => {
    const from = '192.0.2.7';
    const body = referralBody(fixtures.sites.own, { website: '', filled_in: 20 });
    const before = await countRows();
    await guest({ body, from });
    await guest({ body: { ...body, filled_in: 31 }, from });
    expect(await countRows()).toBe(before + 1);
    await guest({ body: { ...body, website: 'https://spam.example' }, from });
    expect(await countRows()).toBe(before + 2);
  });

  it('a refused request is not stored: the same key may be used again', async () => {
    const name = unique('Contested School');
    const { _id } = await server.callOk('addSite', { body: { name } }, head());
    await advanceIdempotencyRecords(server.db, DAY);
    const again = { body: { name }, headers: keyed(newKey()) };
    const before = await server.db.$count(idempotency_record);
    expect((await server.call('addSite', again, head())).status).toBe(409);
    expect(await server.db.$count(idempotency_record)).toBe(before);
    await server.callOk('updateSite', { body: { id: _id, name: unique('Renamed') } }, head());
    expect((await server.call('addSite', again, head())).status).toBe(200);
  });

  it('what was deleted or renamed may be added again at once, but not with the same key', async () => {
    const body = referralBody(fixtures.sites.own);
    const headers = keyed(newKey());
    const filed = await server.call('addReferral', { body, headers }, head());
    const { _id } = filed.body as { _id: string };
    await server.callOk('deleteReferral', { body: { id: _id } }, head());
    expect(visiblePart(await server.call('addReferral', { body, headers }, head()))).toEqual(
      visiblePart(filed),
    );
    const anew = await server.callOk('addReferral', { body }, head());
    expect(anew._id).not.toBe(_id);

    const name = unique('Short Lived School');
    const first = await server.callOk('addSite', { body: { name } }, head());
    await server.callOk('updateSite', { body: { id: first._id, name: unique('Renamed') } }, head());
    const second = await server.callOk('addSite', { body: { name } }, head());
    expect(second._id).not.toBe(first._id);
    const live = (await server.callOk('listSites', {})).filter((each) => each.name === name);
    expect(live.map((each) => each._id)).toEqual([second._id]);
    await server.callOk('deleteSite', { body: { id: second._id } }, head());
    expect((await server.call('addSite', { body: { name } }, head())).status).toBe(409);
  });

  it('repeats count as attempts of the address, but not for the limit of all guests', async () => {
    const from = '192.0.2.8';
    await server.db.delete(limit_window);
    const adding = { body: referralBody(fixtures.sites.own), from, headers: keyed(newKey()) };
    const registering = { body: registration(fixtures), from };
    for (let time = 0; time < 6; time += 1) {
      expect((await guest(adding)).status).toBe(200);
      expect((await server.call('register', registering)).status).toBe(200);
    }
    const counts = (await server.db.select().from(limit_window)).map(({ count }) => count);
    // The hourly totals of guests and of emails about registrations, and two windows for each of the calls.
    expect(counts.toSorted((one, other) => one - other)).toEqual([1, 1, 6, 6, 6, 6]);
    expect((await server.call('register', registering)).status).toBe(429);
  });

  it('idempotency records reveal neither the content nor the sender', async () => {
    const from = '192.0.2.9';
    const body = { ...registration(fixtures), fullname: 'Remembered Fullname' };
    const key = newKey();
    await server.callOk('register', { body, headers: keyed(key), from } as never);
    const filed = referralBody(fixtures.sites.own, { first_name: 'Rememberedfirst' });
    await guest({ body: filed, headers: keyed(key), from });
    const stored = JSON.stringify(await server.db.select().from(idempotency_record));
    for (const secret of [key, '192.0.2', body.username, body.password, 'Remembered', '010-2030']) {
      expect({ secret, isStored: stored.includes(secret) }).toEqual({ secret, isStored: false });
    }
  });

  it('deletes expired idempotency records', async () => {
    await advanceIdempotencyRecords(server.db, DAY);
    await guest({ body: referralBody(fixtures.sites.own), headers: keyed(newKey()) });
    await deleteExpiredRecords(server.db);
    expect(await server.db.$count(idempotency_record)).toBe(2);
    await advanceIdempotencyRecords(server.db, 2 * MINUTE);
    await deleteExpiredRecords(server.db);
    expect(await server.db.$count(idempotency_record)).toBe(1);
  });

  it('carries out one of many concurrent requests; the others get the same response or a Retry-After', async () => {
    const tables = [referral, site, account] as const;
    const count = async () =>
      (await Promise.all(tables.map((each) => server.db.$count(each)))).reduce((a, b) => a + b);
    for (const name of ['addGuestReferral', 'addReferral', 'addSite', 'register'] as const) {
      for (const headers of [{}, keyed(newKey())]) {
        const input = { ...(await validInputs[name](fixtures)), headers, from: '192.0.2.10' };
        await server.db.delete(limit_window);
        const before = await count();
        const answers = await Promise.all(
          Array.from({ length: 6 }, () => server.call(name, input, bearerFor(name))),
        );
        expect(await count()).toBe(before + 1);
        const done = answers.filter(({ status }) => status === 200);
        const conflicts = answers.filter(
          ({ status, headers: { 'retry-after': wait } }) => status === 409 && wait === '1',
        );
        expect(new Set(done.map(({ text }) => text)).size).toBe(1);
        expect(done.length + conflicts.length).toBe(answers.length);
        if (!('idempotency-key' in headers)) expect(conflicts).toEqual([]);
      }
    }
  });

  it.runIf(engine === 'PostgreSQL')(
    'a key whose first request is in flight gets a Retry-After, which is not audited as a refusal',
    async () => {
      const input = { body: referralBody(fixtures.sites.own), headers: keyed(newKey()) };
      const refused = await countAudit(server.db, 'refused');
      let first: Promise<Answer> | undefined;
      await server.db.transaction(async (tx) => {
        // The first request waits for the lock on the audit trail.
        await tx.execute(sql`select 1 from audit_head for update`);
        first = guest(input);
        const isHeld = sql`select 1 from pg_locks where locktype = 'advisory' and granted`;
        await vi.waitFor(
          async () => expect(await tx.execute(isHeld)).toMatchObject({ rowCount: 1 }),
          {
            timeout: 4_000,
            interval: 5,
          },
        );
        const second = await guest(input);
        expect(second).toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
      });
      expect((await first)?.status).toBe(200);
      expect((await guest(input)).status).toBe(200);
      expect(await countAudit(server.db, 'refused')).toBe(refused);
    },
  );
});
