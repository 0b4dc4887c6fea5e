/** A referral is filed by one statement. If it stores nothing, further statements find the reason. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { referral } from '../../server/db/schema';
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

  const countOf = (lastName: string) =>
    server.db.$count(referral, eq(referral.last_name, lastName));

  it.each(['guest', 'manager'] as const)(
    'a probation referral is stored with its fields (%s)',
    async (who) => {
      const last_name = unique('Probation');
      const [county] = await server.callOk('listCounties', {});
      const details = {
        mediCal: 'MC-1',
        mediCal_county: county?.id ?? '',
        probation_name: 'Ola Officer',
        probation_phone: '555 0199 000',
        probation_email: 'ola@probation.example',
      };
      const body = { ...referralBody(fixtures.sites.probation, { last_name }), ...details };
      expect(await addAs(who, { body })).toMatchObject({ status: 200 });
      const [stored] = await server.db
        .select()
        .from(referral)
        .where(eq(referral.last_name, last_name));
      expect(stored).toMatchObject(details);
    },
  );

  it.each(['guest', 'manager'] as const)(
    'the same content is added again once its record has expired (%s)',
    async (who) => {
      const last_name = unique('Again');
      const body = referralBody(fixtures.sites.own, { last_name });
      const input = { body, from: '192.0.2.1' };
      const first = await addAs(who, input);
      expect((await addAs(who, input)).body).toEqual(first.body);
      expect(await countOf(last_name)).toBe(1);
      await advanceIdempotencyRecords(server.db, DUPLICATE_WINDOW);
      expect(await addAs(who, input)).toMatchObject({ status: 200 });
      expect(await countOf(last_name)).toBe(2);
    },
  );

  it('a repeat gets its response after its site was deleted; a new referral of that site is refused', async () => {
    const site = await server.callOk(
      'addSite',
      { body: { name: unique('Closing') } },
      fixtures.bearer('superuser'),
    );
    const body = referralBody(site._id);
    const input = { body, from: '192.0.2.2' };
    expect(await addAs('guest', input)).toMatchObject({ status: 200 });
    await server.callOk('deleteSite', { body: { id: site._id } }, fixtures.bearer('superuser'));
    // Deleting a site clears the records of the site alone.
    expect(await addAs('guest', input)).toMatchObject({ status: 200 });
    expect(await addAs('guest', { body: { ...body, first_name: 'Other' } })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'site'] }] },
    });
  });

  it('a probation referral of a county that does not exist is refused', async () => {
    const body = {
      ...referralBody(fixtures.sites.probation),
      mediCal: 'MC-1',
      mediCal_county: 'no-county',
      probation_name: 'Ola Officer',
      probation_phone: '555 0199 000',
      probation_email: 'ola@probation.example',
    };
    expect(await addAs('manager', { body })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'mediCal_county'] }] },
    });
  });

  it('a tracking ID that is taken is replaced by another', async () => {
    const last_name = unique('Taken');
    const add = (first_name: string) =>
      addAs('guest', { body: referralBody(fixtures.sites.own, { first_name, last_name }) });
    const random = vi.spyOn(crypto, 'randomBytes');
    const same = (size: number) => Buffer.alloc(size, 7);
    random.mockImplementationOnce(same).mockImplementationOnce(same);
    syncBuiltinESMExports();
    try {
      expect(await add('One')).toMatchObject({ status: 200 });
      expect(await add('Two')).toMatchObject({ status: 200 });
      expect(random.mock.calls.length).toBeGreaterThanOrEqual(3);
    } finally {
      random.mockRestore();
      syncBuiltinESMExports();
    }
    expect(await countOf(last_name)).toBe(2);
    expect(await server.db.$count(referral, eq(referral.tracking_id, 'R-7777-7777'))).toBe(1);
  });

  // The limits and the referral; for an account, also its session before the body is read.
  it.each([
    ['guest', 2],
    ['manager', 3],
  ] as const)('a referral of a %s takes %i statements', async (who, statements) => {
    const add = () => addAs(who, { body: referralBody(fixtures.sites.own) });
    // The kind of the site is remembered.
    expect(await add()).toMatchObject({ status: 200 });
    const { result, wasReached } = await failStatement(statements + 1, add);
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
