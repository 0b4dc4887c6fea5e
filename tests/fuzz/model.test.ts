/** Model-based test: for random command sequences, every response and every view afterwards matches a small model. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { thorough } from '../support/exhaustive';
import { prepareAccounts } from '../support/preparedAccounts';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { createFixtures, PASSWORD, unique } from '../support/fixtures';
import { accountCommands } from './accountCommands';
import type { Real } from './command';
import { referralCommands } from './referralCommands';
import type { Model } from './model';

const RUNS = thorough(12, 40);
const MAX_COMMANDS = 60;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

let server: TestServer;
let sites: Real['sites'];
beforeAll(async () => {
  server = await startTestServer();
  const fixtures = await createFixtures(server);
  sites = [fixtures.sites.own, fixtures.sites.other];
});
afterAll(() => server.close());

/** Empties the database and adds a super user and two managers, signed in. */
async function createInitialModel(): Promise<Model> {
  await server.db.execute(
    sql`truncate account, account_site, session, password_reset, referral, referral_event, contact_attempt, not_same_person,
        consent, disclosure, copy_request, receipt, news, news_subscription,
        registration_notice, mail, login_throttle, limit_window`,
  );
  const accounts = await prepareAccounts(server);
  const person = async (role: 'SUPERUSER' | 'MANAGER', siteIds: readonly string[]) => {
    const fullname = unique('Someone');
    const added = await accounts.add({ role, fullname, siteIds });
    const session = await accounts.beginSession(added);
    return {
      ...added,
      fullname,
      role,
      sites: siteIds,
      password: PASSWORD,
      state: 'active' as const,
      createdReferralsOnly: false,
      sessions: [{ ...session, alive: true }],
    };
  };
  const [own, other] = sites;
  return {
    accounts: [
      await person('SUPERUSER', []),
      await person('MANAGER', [own]),
      await person('MANAGER', [own, other]),
    ],
    referrals: [],
  };
}

it(
  `${RUNS} random sequences of up to ${MAX_COMMANDS} commands match the model`,
  { timeout: 600_000 },
  async () => {
    const ran: Real['ran'] = new Map();
    await fc.assert(
      fc.asyncProperty(
        fc.commands([...accountCommands, ...referralCommands], {
          maxCommands: MAX_COMMANDS,
          size: 'max',
        }),
        async (commands) => {
          const model = await createInitialModel();
          await fc.asyncModelRun(() => ({ model, real: { server, sites, ran } }), commands);
        },
      ),
      { numRuns: RUNS, seed: SEED, endOnFailure: false },
    );
    const names = [...ran.keys()].toSorted();
    expect(names).toEqual(
      [
        'addGuestReferral',
        'addReferral',
        'approveAccount',
        'assignReferral',
        'deactivateAccount',
        'deleteReferral',
        'login',
        'logout',
        'refresh',
        'register',
        'registerReferral',
        'releaseReferral',
        'resetPassword',
        'reactivateAccount',
        'updateAccount',
        'updateReferral',
      ].toSorted(),
    );
    report(
      'model commands run',
      [...ran.values()].reduce((sum, count) => sum + count, 0),
    );
  },
);
