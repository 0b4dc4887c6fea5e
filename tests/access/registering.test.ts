/** Registration is one call for visitors and super users: role asked for × who asks × what the token is worth. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../contract/constants';
import { contentOf } from '../support/databaseState';
import { prepareAccounts } from '../support/preparedAccounts';
import { report } from '../support/report';
import { startTestServer, type TestServer } from '../support/testServer';
import {
  type CallerKind,
  createWorld,
  PASSWORD,
  unique,
  uniqueEmail,
  type World,
} from '../support/world';
import { badAccessTokens, type BadBearers, SECRET } from './badBearers';

let server: TestServer;
let world: World;
let bad: BadBearers;
let cells = 0;

beforeAll(async () => {
  server = await startTestServer({ JWT_SECRET: SECRET });
  world = await createWorld(server);
  const { none: _none, ...tokens } = await badAccessTokens(server, await prepareAccounts(server));
  bad = tokens;
});
afterAll(async () => {
  await server.close();
  report('cells of role asked for × caller × token', cells);
});

type Asked = Role | 'none';
type Outcome = 'pending' | 'active' | 401 | 403 | 422;

/** Who asks for what: visitors, and everyone signed in who is no super user, are taken for visitors. */
const VISITOR: Record<Asked, Outcome> = {
  none: 'pending',
  MANAGER: 'pending',
  ADMIN: 403,
  SITE_USER: 403,
  REFERRAL: 403,
  SUPERUSER: 403,
};
/** A token that is no longer good may have been a super user's: never a silent downgrade. */
const AGED: Record<Asked, Outcome> = {
  ...VISITOR,
  ADMIN: 401,
  SITE_USER: 401,
  REFERRAL: 401,
  SUPERUSER: 401,
};
const SUPERUSER_ASKS: Record<Asked, Outcome> = {
  none: 'active',
  MANAGER: 'active',
  ADMIN: 'active',
  SITE_USER: 'active',
  SUPERUSER: 'active',
  // Only for a referral, by its own call.
  REFERRAL: 422,
};

const ASKED: readonly Asked[] = ['none', ...ROLES];

async function expectOutcome(asked: Asked, bearer: string | undefined, outcome: Outcome) {
  const username = uniqueEmail();
  const body = {
    fullname: unique('Asks'),
    username,
    password: PASSWORD,
    schools: [{ id: world.sites.own, name: '' }],
    agree: true,
    approved: true,
    state: 'active',
    ...(asked !== 'none' && { role: asked }),
  };
  const before = await contentOf(server.db);
  const answer = await server.call('register', { body }, bearer);
  const [found] = await server.done(
    'searchAccounts',
    { query: { query: username } },
    world.bearer('superuser'),
  );
  cells += 1;
  if (typeof outcome === 'number') {
    expect({ asked, status: answer.status, found }).toEqual({
      asked,
      status: outcome,
      found: undefined,
    });
    expect((await contentOf(server.db)).account).toBe(before.account);
    return;
  }
  expect({ asked, status: answer.status }).toEqual({ asked, status: 200 });
  expect(found).toMatchObject({
    role: asked === 'none' ? 'MANAGER' : asked,
    approved: outcome === 'active',
    created_referrals_only: false,
  });
}

describe.each(ASKED)('asking for the role: %s', (asked) => {
  const NO_SUPERUSERS: CallerKind[] = [
    'anonymous',
    'referral',
    'siteUser',
    'admin',
    'manager',
    'limited',
  ];

  it.each(NO_SUPERUSERS)('%s is taken for a visitor', (caller) =>
    expectOutcome(asked, world.bearer(caller), VISITOR[asked]),
  );

  it('who shows a token that is no good, of whatever kind, is a visitor or must sign in again', async () => {
    for (const bearer of Object.values(bad)) await expectOutcome(asked, bearer, AGED[asked]);
  });

  it('a super user gets it, or is told that it is not given here', () =>
    expectOutcome(asked, world.bearer('superuser'), SUPERUSER_ASKS[asked]));
});

describe('the schools of all', () => {
  const everything = [{ id: 'all', site: 'all' }];

  it('give nobody a view of every site', async () => {
    const username = uniqueEmail();
    const body = { fullname: unique('Asks'), username, password: PASSWORD, schools: everything };
    const asVisitor = await server.call('register', { body });
    const asSuperuser = await server.call('register', { body }, world.bearer('superuser'));
    expect([asVisitor.status, asSuperuser.status]).toEqual([422, 422]);
  });

  it('cannot be given to a manager afterwards', async () => {
    const params = { id: world.people.manager.id };
    const answer = await server.call(
      'updateAccount',
      { params, body: { schools: everything } },
      world.bearer('superuser'),
    );
    expect(answer.status).toBe(422);
  });
});
