/** A valid input for each of the 29 calls. Each input gets its own records, so that calls do not affect each other. */
import type { CallInput } from '../../contract/calls';
import type { CallName } from '../../contract/calls/endpoints';
import { insertResetToken } from '../../server/features/auth/mailedLinks';
import { hashOneTimeToken, createOneTimeToken } from '../../server/features/auth/oneTimeToken';
import { SUPERUSER } from './superuser';
import {
  PASSWORD,
  referralBody,
  registration,
  unique,
  uniqueEmail,
  type Fixtures,
} from './fixtures';

type Prepare<N extends CallName> = (fixtures: Fixtures) => Promise<CallInput<N>>;

export const validInputs: { readonly [N in CallName]: Prepare<N> } = {
  refresh: async () => ({}),
  login: async () => ({ body: { username: SUPERUSER.email, password: SUPERUSER.password } }),
  register: async (fixtures) => ({ body: registration(fixtures) }),
  registerSuperuser: async () => ({
    body: {
      fullname: unique('New Head'),
      username: uniqueEmail(),
      password: PASSWORD,
      role: 'SUPERUSER',
      schools: [{ id: 'all', site: 'all' }],
    },
  }),
  registerReferral: async (fixtures) => ({
    body: {
      fullname: unique('Referred'),
      username: uniqueEmail(),
      password: PASSWORD,
      role: 'REFERRAL',
      schools: [{ id: fixtures.sites.own, site: 'Own School' }],
      referral: await newReferral(fixtures),
    },
  }),
  forgotPassword: async () => ({ body: { email: uniqueEmail() } }),
  checkResetToken: async (fixtures) => ({ query: { reset_token: await newReset(fixtures) } }),
  resetPassword: async (fixtures) => ({
    body: { token: await newReset(fixtures), new_pass: PASSWORD },
  }),

  listSites: async () => ({}),
  addSite: async () => ({ body: { name: unique('New Site') } }),
  updateSite: async (fixtures) => ({
    body: { id: await newSite(fixtures), name: unique('Renamed') },
  }),
  deleteSite: async (fixtures) => ({ body: { id: await newSite(fixtures), name: 'anything' } }),
  listCounties: async () => ({}),

  addReferral: async ({ sites }) => ({ body: referralBody(sites.own) }),
  addGuestReferral: async ({ sites }) => ({ body: referralBody(sites.own) }),
  listReferrals: async () => ({ query: { page: 1, size: 25 } }),
  filterReferrals: async () => ({ query: { name: 'sample', page: 1, size: 50 } }),
  countReferrals: async () => ({}),
  updateReferral: async (fixtures) => ({
    body: { id: await newReferral(fixtures), status: 'Processed', notes: 'Called back.' },
  }),
  assignReferral: async (fixtures) => ({
    body: { user_id: fixtures.people.manager.id, referral_id: await newReferral(fixtures) },
  }),
  deleteReferral: async (fixtures) => ({ body: { id: await newReferral(fixtures) } }),

  listManagers: async () => ({}),
  listPendingAccounts: async () => ({ query: { page: 1, size: 25 } }),
  approveAccount: async (fixtures) => ({
    body: { user_id: await newAccount(fixtures, 'pending') },
  }),
  listAccounts: async () => ({ query: { page: 1, size: 25 } }),
  searchAccounts: async () => ({ query: { query: 'account' } }),
  updateAccount: async (fixtures) => {
    const id = await newAccount(fixtures, 'active');
    return { params: { id }, body: { fullname: unique('Renamed'), schools: [] } };
  },
  deactivateAccount: async (fixtures) => ({ params: { id: await newAccount(fixtures, 'active') } }),
  reactivateAccount: async (fixtures) => ({
    params: { id: await newAccount(fixtures, 'pending') },
  }),
};

async function newReferral({ server, sites, bearer }: Fixtures): Promise<string> {
  const input = { body: referralBody(sites.own) };
  return (await server.callOk('addReferral', input, bearer('superuser')))._id;
}

async function newSite({ server, bearer }: Fixtures): Promise<string> {
  const input = { body: { name: unique('Site') } };
  return (await server.callOk('addSite', input, bearer('superuser')))._id;
}

async function newAccount(
  { server, bearer, sites }: Fixtures,
  state: 'active' | 'pending',
): Promise<string> {
  const username = uniqueEmail();
  const schools = [{ id: sites.own, name: '' }];
  await server.callOk(
    'register',
    {
      body: {
        fullname: unique('Account'),
        username,
        password: PASSWORD,
        role: 'MANAGER',
        schools,
        agree: true,
      },
    },
    state === 'active' ? bearer('superuser') : undefined,
  );
  const [found] = await server.callOk(
    'searchAccounts',
    { query: { query: username } },
    bearer('superuser'),
  );
  return found?._id ?? '';
}

/** Creates a valid reset token. The email tests cover the email that carries it. */
async function newReset(fixtures: Fixtures): Promise<string> {
  const token = createOneTimeToken();
  const accountId = await newAccount(fixtures, 'active');
  const tokenHash = hashOneTimeToken(token);
  await insertResetToken(fixtures.server.db, { accountId, tokenHash, purpose: 'reset' });
  return token;
}
