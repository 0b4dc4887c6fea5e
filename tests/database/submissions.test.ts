/** What is sent again adds nothing again: by its key for a day, by its content for two minutes. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import { type CallName, endpoints, type Endpoint } from '../../contract/calls/endpoints';
import { account, limit_window, referral, site, submission } from '../../server/db/schema';
import { deleteExpiredRecords } from '../../server/features/idempotency/repository';
import { contentOf, countAudit, queuedMail } from '../support/databaseState';
import { USUAL_ENGINES } from '../support/engines';
import { rightInputs } from '../support/rightInputs';
import {
  type AnyInput,
  type Answer,
  startTestServer,
  type TestServer,
} from '../support/testServer';
import { passForSubmissions } from '../support/windows';
import { createWorld, referralBody, registration, unique, type World } from '../support/world';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** As a browser makes them: 128 bits. */
const newKey = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex');
const keyed = (key: string) => ({ 'idempotency-key': key });

const table: Record<CallName, Endpoint> = endpoints;
const TAKE_KEYS = (Object.keys(endpoints) as CallName[]).filter(
  (name) => table[name].takes === 'key',
);

it('keys are taken by every call that adds something', () => {
  expect(TAKE_KEYS.toSorted()).toEqual([
    'addGuestReferral',
    'addReferral',
    'addSite',
    'register',
    'registerReferral',
    'registerSuperuser',
  ]);
});

describe.each(USUAL_ENGINES)('on $engine', ({ engine, settings }) => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), SMTP_URL: 'smtp://127.0.0.1:1' });
    world = await createWorld(server);
  });
  afterAll(() => server.close());

  const head = () => world.bearer('superuser');
  /** What may grow: rows, entries, letters. */
  const everything = async () => ({
    rows: { ...(await contentOf(server.db)), submission: '' },
    done: await countAudit(server.db, 'done'),
    refused: await countAudit(server.db, 'refused'),
    letters: (await queuedMail(server.db)).length,
  });
  const countRows = () => server.db.$count(referral);
  const guest = (input: AnyInput) => server.call('addGuestReferral', input);
  const shown = ({ status, text }: Answer) => ({ status, text });

  /** A visitor where the call is theirs; a super user otherwise. */
  const bearerFor = (name: AnyCallName) =>
    name === 'register' || name === 'addGuestReferral' ? undefined : head();

  describe.each(TAKE_KEYS)('%s', (name) => {
    it('with its key again, or with its content again, is answered alike and changes nothing', async () => {
      const from = '192.0.2.1';
      const input = { ...(await rightInputs[name](world)), from };
      const headers = keyed(newKey());
      const first = await server.call(name, { ...input, headers }, bearerFor(name));
      expect(first.status).toBe(200);
      const before = await everything();
      for (const again of [
        { ...input, headers },
        { ...input },
        { ...input, headers: keyed(newKey()) },
      ]) {
        expect(shown(await server.call(name, again, bearerFor(name)))).toEqual(shown(first));
      }
      expect(await everything()).toEqual(before);
      await passForSubmissions(server.db, DAY - MINUTE);
      const late = await server.call(name, { ...input, headers }, bearerFor(name));
      expect(shown(late)).toEqual(shown(first));
      expect(await everything()).toEqual(before);
    });

    it('with a key that came with other content is refused in words and changes nothing', async () => {
      const headers = keyed(newKey());
      const first = { ...(await rightInputs[name](world)), headers };
      const other = { ...(await rightInputs[name](world)), headers };
      expect((await server.call(name, first, bearerFor(name))).status).toBe(200);
      const before = await everything();
      const answer = await server.call(name, other, bearerFor(name));
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('other content') },
      });
      expect(answer.headers).not.toHaveProperty('retry-after');
      expect(await everything()).toEqual({ ...before, refused: before.refused + 1 });
    });

    it.each([
      ['none', ''],
      ['too long', 'x'.repeat(101)],
      ['with a blank', 'two words'],
      ['with a strange letter', 'ñ'],
    ])('with a key that is none (%s) is refused by name', async (_what, key) => {
      const input = { ...(await rightInputs[name](world)), headers: keyed(key) };
      const before = await contentOf(server.db);
      const answer = await server.call(name, input, bearerFor(name));
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['header', 'idempotency-key'] }] },
      });
      expect(await contentOf(server.db)).toEqual(before);
    });
  });

  it('a key is forgotten after a day, a content after two minutes; then the same adds again', async () => {
    const input = { body: referralBody(world.sites.own), from: '192.0.2.2' };
    const headers = keyed(newKey());
    await guest({ ...input, headers });
    const before = await countRows();
    await passForSubmissions(server.db, 2 * MINUTE);
    await guest(input);
    expect(await countRows()).toBe(before + 1);
    await guest({ ...input, headers });
    expect(await countRows()).toBe(before + 1);
    await passForSubmissions(server.db, DAY);
    await guest({ ...input, headers });
    expect(await countRows()).toBe(before + 2);
  });

  it('the same content from someone else, from elsewhere or for another call is no repeat', async () => {
    const body = referralBody(world.sites.own);
    const before = await countRows();
    await guest({ body, from: '192.0.2.3' });
    await guest({ body, from: '192.0.2.4' });
    await server.call('addReferral', { body }, head());
    await server.call('addReferral', { body }, world.bearer('manager'));
    expect(await countRows()).toBe(before + 4);
  });

  it('a key is its account’s own; a visitor’s goes along from one network to another', async () => {
    const headers = keyed(newKey());
    const body = referralBody(world.sites.own);
    const before = await countRows();
    const first = await server.done('addReferral', { body, headers } as never, head());
    const others = await server.done(
      'addReferral',
      { body, headers } as never,
      world.bearer('manager'),
    );
    expect(others).not.toEqual(first);
    expect(await countRows()).toBe(before + 2);
    await guest({ body, headers, from: '192.0.2.5' });
    await guest({ body, headers, from: '192.0.2.6' });
    expect(await countRows()).toBe(before + 3);
  });

  it('how long the form was filled in makes no difference, what a program put into it does', async () => {
    const from = '192.0.2.7';
    const body = referralBody(world.sites.own, { website: '', filled_in: 20 });
    const before = await countRows();
    await guest({ body, from });
    await guest({ body: { ...body, filled_in: 31 }, from });
    expect(await countRows()).toBe(before + 1);
    await guest({ body: { ...body, website: 'https://spam.example' }, from });
    expect(await countRows()).toBe(before + 2);
  });

  it('what was refused is not remembered: the same key may try again', async () => {
    const name = unique('Contested School');
    const { _id } = await server.done('addSite', { body: { name } }, head());
    await passForSubmissions(server.db, DAY);
    const again = { body: { name }, headers: keyed(newKey()) };
    const before = await server.db.$count(submission);
    expect((await server.call('addSite', again, head())).status).toBe(409);
    expect(await server.db.$count(submission)).toBe(before);
    await server.done('deleteSite', { body: { id: _id } }, head());
    expect((await server.call('addSite', again, head())).status).toBe(200);
  });

  it('what was deleted or renamed since may be added again at once, but not by the same key', async () => {
    const body = referralBody(world.sites.own);
    const headers = keyed(newKey());
    const filed = await server.call('addReferral', { body, headers }, head());
    const { _id } = filed.body as { _id: string };
    await server.done('deleteReferral', { body: { id: _id } }, head());
    expect(shown(await server.call('addReferral', { body, headers }, head()))).toEqual(
      shown(filed),
    );
    const anew = await server.done('addReferral', { body }, head());
    expect(anew._id).not.toBe(_id);

    const name = unique('Short Lived School');
    const first = await server.done('addSite', { body: { name } }, head());
    await server.done('updateSite', { body: { id: first._id, name: unique('Renamed') } }, head());
    const second = await server.done('addSite', { body: { name } }, head());
    await server.done('deleteSite', { body: { id: second._id } }, head());
    const third = await server.done('addSite', { body: { name } }, head());
    expect(new Set([first._id, second._id, third._id]).size).toBe(3);
    const live = (await server.done('listSites', {})).filter((each) => each.name === name);
    expect(live.map((each) => each._id)).toEqual([third._id]);
  });

  it('repeats count as tries, but not among the referrals of all guests', async () => {
    const from = '192.0.2.8';
    await server.db.delete(limit_window);
    const adding = { body: referralBody(world.sites.own), from, headers: keyed(newKey()) };
    const registering = { body: registration(world), from };
    for (let time = 0; time < 6; time += 1) {
      expect((await guest(adding)).status).toBe(200);
      expect((await server.call('register', registering)).status).toBe(200);
    }
    const counts = (await server.db.select().from(limit_window)).map(({ count }) => count);
    // An hour of all guests together, and two windows for each of the calls.
    expect(counts.toSorted((one, other) => one - other)).toEqual([1, 6, 6, 6, 6]);
    expect((await server.call('register', registering)).status).toBe(429);
  });

  it('nothing of what was sent, or by whom, can be read from what is remembered', async () => {
    const from = '192.0.2.9';
    const body = { ...registration(world), fullname: 'Remembered Fullname' };
    const key = newKey();
    await server.done('register', { body, headers: keyed(key), from } as never);
    const filed = referralBody(world.sites.own, { first_name: 'Rememberedfirst' });
    await guest({ body: filed, headers: keyed(key), from });
    const stored = JSON.stringify(await server.db.select().from(submission));
    for (const secret of [key, '192.0.2', body.username, body.password, 'Remembered', '010-2030']) {
      expect({ secret, isStored: stored.includes(secret) }).toEqual({ secret, isStored: false });
    }
  });

  it('what has run out is removed', async () => {
    await passForSubmissions(server.db, DAY);
    await guest({ body: referralBody(world.sites.own), headers: keyed(newKey()) });
    await deleteExpiredRecords(server.db);
    expect(await server.db.$count(submission)).toBe(2);
    await passForSubmissions(server.db, 2 * MINUTE);
    await deleteExpiredRecords(server.db);
    expect(await server.db.$count(submission)).toBe(1);
  });

  it('of many at once one is carried out, and all are answered alike or told to come again', async () => {
    const tables = [referral, site, account] as const;
    const count = async () =>
      (await Promise.all(tables.map((each) => server.db.$count(each)))).reduce((a, b) => a + b);
    for (const name of ['addGuestReferral', 'addReferral', 'addSite', 'register'] as const) {
      for (const headers of [{}, keyed(newKey())]) {
        const input = { ...(await rightInputs[name](world)), headers, from: '192.0.2.10' };
        await server.db.delete(limit_window);
        const before = await count();
        const answers = await Promise.all(
          Array.from({ length: 6 }, () => server.call(name, input, bearerFor(name))),
        );
        expect(await count()).toBe(before + 1);
        const done = answers.filter(({ status }) => status === 200);
        const told = answers.filter(
          ({ status, headers: { 'retry-after': wait } }) => status === 409 && wait === '1',
        );
        expect(new Set(done.map(({ text }) => text)).size).toBe(1);
        expect(done.length + told.length).toBe(answers.length);
        if (!('idempotency-key' in headers)) expect(told).toEqual([]);
      }
    }
  });

  it.runIf(engine === 'PostgreSQL')(
    'a key whose first request is still under way is told to come again, and that is no refusal',
    async () => {
      const input = { body: referralBody(world.sites.own), headers: keyed(newKey()) };
      const refused = await countAudit(server.db, 'refused');
      let first: Promise<Answer> | undefined;
      await server.db.transaction(async (tx) => {
        // Where the audit trail waits, the first one does.
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
