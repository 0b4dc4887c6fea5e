/** A referral is filed by one statement, or by the transaction that the statement leaves it to: both store the same. */
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit_event, referral } from '../../server/db/schema';
import { advanceIdempotencyRecords } from '../support/advanceTime';
import { ENGINES } from '../support/engines';
import { failStatement } from '../support/failingStatements';
import { createFixtures, type Fixtures, referralBody, unique } from '../support/fixtures';
import { findUnexpectedOutcomes, race, ROUNDS } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';

const DUPLICATE_WINDOW = 120;

describe.each(ENGINES)('on $engine', ({ engine, settings }) => {
  let server: TestServer;
  let fixtures: Fixtures;
  beforeAll(async () => {
    server = await startTestServer(await settings());
    fixtures = await createFixtures(server);
  });
  afterAll(() => server.close());

  const addAs = (who: 'guest' | 'manager', input: Pick<GuestInput, 'body' | 'from'>) =>
    who === 'guest'
      ? server.call('addGuestReferral', input)
      : server.call('addReferral', input, fixtures.bearer(who));
  type GuestInput = { body: ReturnType<typeof referralBody>; from?: string };

  /** The row and the audit entry of the referral of this name, without what is new in each. */
  async function readStored(lastName: string) {
    const [row] = await server.db
      .select()
      .from(referral)
      .where(eq(referral.last_name, lastName))
      .orderBy(desc(referral.entry_date))
      .limit(1);
    if (!row) throw new Error('The referral is not stored');
    const { id, tracking_id, entry_date: _filed, updated_at: _changed, ...stored } = row;
    expect(tracking_id).toMatch(/^R-/);
    const [entry] = await server.db
      .select()
      .from(audit_event)
      .orderBy(desc(audit_event.id))
      .limit(1);
    expect(entry?.record_ids).toEqual([id]);
    return { stored, entry: { actor: entry?.actor_id, action: entry?.action, ip: entry?.ip } };
  }

  it.each([
    ['guest', {}],
    ['guest', { notes: '' }],
    ['guest', { filled_in: 1 }],
    ['guest', { website: 'https://spam.example' }],
    ['manager', {}],
  ] as const)('the statement and the transaction store the same (%s, %j)', async (who, fields) => {
    const last_name = unique('Alike');
    const notes = 'Asked to be called "after school".';
    const body = referralBody(fixtures.sites.own, { notes, last_name, ...fields });
    const input = { body, from: '192.0.2.1' };
    const first = await addAs(who, input);
    const byStatement = await readStored(last_name);
    // The statement leaves an expired record to the transaction.
    await advanceIdempotencyRecords(server.db, DUPLICATE_WINDOW);
    const second = await addAs(who, input);
    expect(await server.db.$count(referral, eq(referral.last_name, last_name))).toBe(2);
    expect(await readStored(last_name)).toEqual(byStatement);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(Object.keys(second.body as object)).toEqual(Object.keys(first.body as object));
  });

  it.each(['guest', 'manager'] as const)('a referral takes two statements (%s)', async (who) => {
    const add = () => addAs(who, { body: referralBody(fixtures.sites.own) });
    // The kind of the site is remembered.
    expect(await add()).toMatchObject({ status: 200 });
    const { result, wasReached } = await failStatement(3, add);
    expect(result).toMatchObject({ status: 200 });
    expect(wasReached).toBe(false);
  });

  const rounds = ROUNDS[engine];

  it(`referrals and corrections with the same new names never deadlock, ${rounds} times`, async () => {
    const play = async (round: number) => {
      const filed = await server.callOk(
        'addReferral',
        { body: referralBody(fixtures.sites.own) },
        fixtures.bearer('manager'),
      );
      // One word, which no other round has.
      const last_name = `Shared${round.toString(36)}${engine}`;
      const body = referralBody(fixtures.sites.own, { last_name });
      const correction = { ...body, first_name: 'Corrected', id: filed._id };
      const answers = await race(
        round,
        () => addAs('guest', { body }),
        () => server.call('correctReferral', { body: correction }, fixtures.bearer('superuser')),
        () => addAs('manager', { body: { ...body, first_name: 'Staff' } }),
        () => addAs('guest', { body: { ...body, first_name: 'Another' } }),
      );
      return { statuses: answers.map(({ status }) => status) };
    };
    const allowed = [{ statuses: [200, 200, 200, 200] }];
    expect(await findUnexpectedOutcomes(rounds, play, allowed, { sideBySide: 2 })).toEqual({});
  });
});
