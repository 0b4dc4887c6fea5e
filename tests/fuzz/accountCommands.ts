/** Commands that create accounts, sign them in and out, and manage them. */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { account, login_throttle } from '../../server/db/schema';
import { insertResetToken } from '../../server/features/auth/mailedLinks';
import { hashOneTimeToken, createOneTimeToken } from '../../server/features/auth/oneTimeToken';
import { PASSWORD, unique, uniqueEmail } from '../support/fixtures';
import {
  pickActor,
  Command,
  superuserCommand,
  expectStatus,
  MAX_ACCOUNTS,
  UNKNOWN_ID,
  pick,
  type Real,
  actorAndTarget,
  anyIndex,
} from './command';
import { type Actor, isListed, type ModelAccount, findRefusal, revokeSessions } from './model';

const register = fc
  .record({
    actor: anyIndex,
    role: fc.constantFrom('MANAGER', 'MANAGER', 'MANAGER', 'ADMIN', 'SUPERUSER'),
    sites: fc.constantFrom([0], [1], [0, 1]),
  })
  .map(
    (drawn) =>
      new Command(
        'register',
        drawn,
        async (model, real) => {
          const actor = pickActor(model, drawn.actor);
          const sites = drawn.sites.map((site) => real.sites[site] ?? '');
          const person = { username: uniqueEmail(), fullname: unique('Person'), role: drawn.role };
          const schools = sites.map((id) => ({ id, name: '' }));
          const input = { body: { ...person, password: PASSWORD, schools, agree: true } };
          const bySuperuser = actor.account?.role === 'SUPERUSER';
          const isOpen = bySuperuser || drawn.role === 'MANAGER';
          const refused = actor.bearer !== undefined && !actor.account ? 401 : 403;
          await expectStatus(real, 'register', input, actor.bearer, isOpen ? 200 : refused);
          if (!isOpen) return;
          model.accounts.push({
            ...person,
            role: drawn.role,
            id: await findAccountId(real, person.username),
            sites: drawn.role === 'SUPERUSER' ? [] : sites,
            password: PASSWORD,
            state: bySuperuser ? 'active' : 'pending',
            createdReferralsOnly: false,
            sessions: [],
          });
        },
        ({ accounts }) => accounts.length < MAX_ACCOUNTS,
      ),
  );

const logIn = fc.record({ target: anyIndex, right: fc.nat(4) }).map(
  (drawn) =>
    new Command('login', drawn, async ({ accounts }, real) => {
      const owner = pick(accounts, drawn.target);
      if (!owner) return;
      const isRight = drawn.right > 0;
      const password = isRight ? owner.password : 'Wrong-Password-1';
      const status = !isRight ? 401 : owner.state === 'active' ? 200 : 403;
      const input = { body: { username: owner.username, password } };
      const { body } = await expectStatus(real, 'login', input, undefined, status);
      // The model does not include login throttling.
      await real.server.db.delete(login_throttle);
      if (status !== 200) return;
      const pair = body as { access_token: string; refresh_token: string };
      owner.sessions.push({ access: pair.access_token, refresh: pair.refresh_token, alive: true });
    }),
);

/** Refreshing and logging out, with the latest refresh token of any session. */
const sessionCommand = (name: 'refresh' | 'logout') =>
  fc.record({ target: anyIndex, session: anyIndex }).map(
    (drawn) =>
      new Command(name, drawn, async ({ accounts }, real) => {
        const session = pick(pick(accounts, drawn.target)?.sessions ?? [], drawn.session);
        if (!session) return;
        const expected = session.alive ? 200 : 401;
        const { body } = await expectStatus(real, name, {}, session.refresh, expected);
        if (!session.alive) return;
        if (name === 'logout') session.alive = false;
        else {
          const pair = body as { access_token: string; refresh_token: string };
          session.access = pair.access_token;
          session.refresh = pair.refresh_token;
        }
      }),
  );

const createLogin = fc.record(actorAndTarget).map(
  (drawn) =>
    new Command(
      'registerReferral',
      drawn,
      async (model, real) => {
        const actor = pickActor(model, drawn.actor);
        const found = pick(model.referrals, drawn.target);
        const person = { username: uniqueEmail(), fullname: unique('Referred') };
        const body = {
          ...person,
          password: PASSWORD,
          schools: [],
          referral: found?.id ?? UNKNOWN_ID,
        };
        const status = !found || !isListed(found) ? 404 : found.account ? 409 : 200;
        const expected = findRefusal(actor) ?? status;
        await expectStatus(real, 'registerReferral', { body }, actor.bearer, expected);
        if (expected !== 200 || !found) return;
        found.account = {
          ...person,
          role: 'REFERRAL',
          id: await findAccountId(real, person.username),
          sites: [found.site],
          password: PASSWORD,
          state: 'active',
          createdReferralsOnly: false,
          sessions: [],
        };
        model.accounts.push(found.account);
      },
      ({ accounts }) => accounts.length < MAX_ACCOUNTS,
    ),
);

/** Approving, deactivating and reactivating. */
const accountCall = (
  name: 'approveAccount' | 'deactivateAccount' | 'reactivateAccount',
  statusOf: (found: ModelAccount, actor: Actor) => number,
  after: (found: ModelAccount) => void,
) =>
  superuserCommand(name, fc.record(actorAndTarget), ({ accounts }, { target: index }, actor) => {
    const found = pick(accounts, index);
    const id = found?.id ?? UNKNOWN_ID;
    return {
      input: name === 'approveAccount' ? { body: { user_id: id } } : { params: { id } },
      status: found ? statusOf(found, actor) : 404,
      after: () => found && after(found),
    };
  });

const approve = accountCall(
  'approveAccount',
  ({ state }) => (state === 'deactivated' ? 409 : 200),
  (found) => void (found.state = 'active'),
);
const deactivate = accountCall(
  'deactivateAccount',
  (found, { account: self }) => (found === self ? 409 : 200),
  (found) => {
    found.state = 'deactivated';
    revokeSessions(found);
  },
);
const reactivate = accountCall(
  'reactivateAccount',
  () => 200,
  (found) => void (found.state = 'active'),
);

const limitAccount = superuserCommand(
  'updateAccount',
  fc.record({ ...actorAndTarget, created_referrals_only: fc.boolean() }),
  ({ accounts }, { target: index, created_referrals_only }) => {
    const found = pick(accounts, index);
    return {
      input: { params: { id: found?.id ?? UNKNOWN_ID }, body: { created_referrals_only } },
      status: found ? 200 : 404,
      after: () => {
        if (found) found.createdReferralsOnly = created_referrals_only;
      },
    };
  },
);

const resetPassword = fc.record({ target: anyIndex, serial: fc.nat(9) }).map(
  (drawn) =>
    new Command('resetPassword', drawn, async ({ accounts }, real) => {
      const owner = pick(accounts, drawn.target);
      if (!owner) return;
      const token = createOneTimeToken();
      const tokenHash = hashOneTimeToken(token);
      await insertResetToken(real.server.db, { accountId: owner.id, tokenHash, purpose: 'reset' });
      const new_pass = `Slow-Copper-58-Gardens-${drawn.serial}`;
      const isOpen = owner.state === 'active';
      const body = { token, new_pass };
      await expectStatus(real, 'resetPassword', { body }, undefined, isOpen ? 200 : 400);
      if (!isOpen) return;
      owner.password = new_pass;
      revokeSessions(owner);
    }),
);

async function findAccountId({ server }: Real, username: string): Promise<string> {
  const where = eq(account.username, username);
  const [found] = await server.db.select({ id: account.id }).from(account).where(where);
  return found?.id ?? '';
}

/** Repeated commands are drawn more often, because others depend on them. */
export const accountCommands = [
  register,
  register,
  logIn,
  logIn,
  logIn,
  sessionCommand('refresh'),
  sessionCommand('logout'),
  createLogin,
  approve,
  deactivate,
  reactivate,
  limitAccount,
  resetPassword,
];
