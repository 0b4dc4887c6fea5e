/** A change concurrent with the end of its session: no change has a later audit entry than the end, whichever comes first. */
import { and, arrayContains, desc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit_event } from '../../server/db/schema';
import { createFixtures, type Fixtures, referralBody, unique } from '../support/fixtures';
import { type PreparedAccounts, prepareAccounts } from '../support/preparedAccounts';
import { findUnexpectedOutcomes, race, ROUNDS } from '../support/race';
import { startTestServer, type TestServer } from '../support/testServer';

let server: TestServer;
let fixtures: Fixtures;
let accounts: PreparedAccounts;
beforeAll(async () => {
  server = await startTestServer();
  fixtures = await createFixtures(server);
  accounts = await prepareAccounts(server);
});
afterAll(() => server.close());

const rounds = ROUNDS.PostgreSQL;

it(`a deactivated super user changes nothing afterwards, ${rounds} times`, async () => {
  const play = async (round: number) => {
    const account = await accounts.add({ role: 'SUPERUSER' });
    const { access } = await accounts.beginSession(account);
    await race(
      round,
      () => server.call('addReferral', { body: referralBody(fixtures.sites.own) }, access),
      () =>
        server.call(
          'deactivateAccount',
          { params: { id: account.id } },
          fixtures.bearer('superuser'),
        ),
      () => server.call('addSite', { body: { name: unique('Race') } }, access),
      () => server.call('updateSetup', { body: { dismissed: round % 2 === 0 } }, access),
    );
    const [end] = await server.db
      .select({ id: audit_event.id })
      .from(audit_event)
      .where(
        and(
          eq(audit_event.action, 'deactivateAccount'),
          arrayContains(audit_event.record_ids, [account.id]),
        ),
      )
      .orderBy(desc(audit_event.id))
      .limit(1);
    const later = await server.db.$count(
      audit_event,
      and(
        eq(audit_event.actor_id, account.id),
        eq(audit_event.outcome, 'done'),
        gt(audit_event.id, end?.id ?? 0),
      ),
    );
    return { later };
  };
  expect(await findUnexpectedOutcomes(rounds, play, [{ later: 0 }])).toEqual({});
});
