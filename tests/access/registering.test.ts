/** One `register` call serves visitors and super users: requested role × caller × validity of the token. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../contract/constants';
import { hashTables } from '../support/databaseState';
import { prepareAccounts } from '../support/preparedAccounts';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  type CallerKind,
  createFixtures,
  PASSWORD,
  unique,
  uniqueEmail,
  type Fixtures,
} from '../support/fixtures';
import { createInvalidAccessTokens, type InvalidTokens, SECRET } from './invalidTokens';

let server: TestServer;
let fixtures: Fixtures;
let invalidTokens: InvalidTokens;
let cells = 0;

beforeAll(async () => {
  server = await startTestServer({ JWT_SECRET: SECRET });
  fixtures = await createFixtures(server);
  const { none: _none, ...tokens } = await createInvalidAccessTokens(
    server,
    await prepareAccounts(server),
  );
  invalidTokens = tokens;
});
afterAll(async () => {
  await server.close();
  report('requested role × caller × token, at registration', cells);
});

type RequestedRole = Role | 'none';
type Outcome = 'pending' | 'active' | 401 | 403 | 422;

/** Applies to visitors and to every signed-in caller but a super user. */
const VISITOR: Record<RequestedRole, Outcome> = {
  none: 'pending',
  MANAGER: 'pending',
  ADMIN: 403,
  SITE_USER: 403,
  REFERRAL: 403,
  SUPERUSER: 403,
};
/** An invalid token may have been a super user's, so the server refuses instead of silently downgrading the request. */
const WITH_INVALID_TOKEN: Record<RequestedRole, Outcome> = {
  ...VISITOR,
  ADMIN: 401,
  SITE_USER: 401,
  REFERRAL: 401,
  SUPERUSER: 401,
};
const SUPERUSER: Record<RequestedRole, Outcome> = {
  none: 'active',
  MANAGER: 'active',
  ADMIN: 'active',
  SITE_USER: 'active',
  SUPERUSER: 'active',
  // Only registerReferral creates a login for a referral.
  REFERRAL: 422,
};

const REQUESTED_ROLES: readonly RequestedRole[] = ['none', ...ROLES];

async function expectOutcome(asked: RequestedRole, bearer: string | undefined, outcome: Outcome) {
  const username = uniqueEmail();
  const body = {
    fullname: unique('Asks'),
    username,
    password: PASSWORD,
    schools: [{ id: fixtures.sites.own, name: '' }],
    agree: true,
    approved: true,
    state: 'active',
    ...(asked !== 'none' && { role: asked }),
  };
  const before = await hashTables(server.db);
  const answer = await server.call('register', { body }, bearer);
  const [found] = await server.callOk(
    'searchAccounts',
    { query: { query: username } },
    fixtures.bearer('superuser'),
  );
  cells += 1;
  if (typeof outcome === 'number') {
    expect({ asked, status: answer.status, found }).toEqual({
      asked,
      status: outcome,
      found: undefined,
    });
    expect((await hashTables(server.db)).account).toBe(before.account);
    return;
  }
  expect({ asked, status: answer.status }).toEqual({ asked, status: 200 });
  expect(found).toMatchObject({
    role: asked === 'none' ? 'MANAGER' : asked,
    approved: outcome === 'active',
    created_referrals_only: false,
  });
}

describe.each(REQUESTED_ROLES)('requested role: %s', (asked) => {
  const NOT_SUPERUSERS: CallerKind[] = [
    'anonymous',
    'referral',
    'siteUser',
    'admin',
    'manager',
    'limited',
  ];

  it.each(NOT_SUPERUSERS)('%s is treated as a visitor', (caller) =>
    expectOutcome(asked, fixtures.bearer(caller), VISITOR[asked]),
  );

  it('a caller with any kind of invalid token is treated as a visitor or gets a 401', async () => {
    for (const bearer of Object.values(invalidTokens))
      await expectOutcome(asked, bearer, WITH_INVALID_TOKEN[asked]);
  });

  it('a super user creates an account with it, or gets a 422', () =>
    expectOutcome(asked, fixtures.bearer('superuser'), SUPERUSER[asked]));
});

describe('the choice of all schools', () => {
  const everything = [{ id: 'all', site: 'all' }];

  it('is refused at registration, to visitors and super users', async () => {
    const username = uniqueEmail();
    const body = { fullname: unique('Asks'), username, password: PASSWORD, schools: everything };
    const asVisitor = await server.call('register', { body });
    const asSuperuser = await server.call('register', { body }, fixtures.bearer('superuser'));
    expect([asVisitor.status, asSuperuser.status]).toEqual([422, 422]);
  });

  it('cannot be assigned to a manager afterwards', async () => {
    const params = { id: fixtures.people.manager.id };
    const answer = await server.call(
      'updateAccount',
      { params, body: { schools: everything } },
      fixtures.bearer('superuser'),
    );
    expect(answer.status).toBe(422);
  });
});
