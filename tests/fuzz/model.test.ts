/** Whatever people do, in whatever order: every answer, and everything anyone sees afterwards, is what a small model says. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { thorough } from '../support/exhaustive';
import { prepareAccounts } from '../support/preparedAccounts';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import { createWorld, PASSWORD, unique } from '../support/world';
import { accountCommands } from './accountCommands';
import type { Real } from './command';
import { referralCommands } from './referralCommands';
import type { Model } from './model';

const STORIES = thorough(12, 40);
const LONGEST = 60;
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);

let server: TestServer;
let sites: Real['sites'];
beforeAll(async () => {
  server = await startTestServer();
  const world = await createWorld(server);
  sites = [world.sites.own, world.sites.other];
});
afterAll(() => server.close());

/** A provider with a super user and two managers, signed in, and nothing else. */
async function beginning(): Promise<Model> {
  await server.db.execute(
    sql`truncate account, account_site, session, password_reset, referral, registration_notice, mail,
        login_guard, limit_window`,
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
  `${STORIES} drawn stories of up to ${LONGEST} steps end as the model says`,
  { timeout: 600_000 },
  async () => {
    const ran: Real['ran'] = new Map();
    await fc.assert(
      fc.asyncProperty(
        fc.commands([...accountCommands, ...referralCommands], {
          maxCommands: LONGEST,
          size: 'max',
        }),
        async (steps) => {
          const model = await beginning();
          await fc.asyncModelRun(() => ({ model, real: { server, sites, ran } }), steps);
        },
      ),
      { numRuns: STORIES, seed: SEED, endOnFailure: false },
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
