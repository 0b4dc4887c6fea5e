/** For each of the 29 calls, an input it must accept. What it works on is made for it, so that calls do not disturb each other. */
import type { CallInput } from '../../contract/calls';
import type { CallName } from '../../contract/calls/endpoints';
import { addReset } from '../../server/features/auth/resetRepository';
import { hashResetToken, newResetToken } from '../../server/features/auth/tokens';
import {
  PASSWORD,
  referralBody,
  registration,
  SUPERUSER,
  unique,
  uniqueEmail,
  type World,
} from './world';

type Prepare<N extends CallName> = (world: World) => Promise<CallInput<N>>;

export const rightInputs: { readonly [N in CallName]: Prepare<N> } = {
  refresh: async () => ({}),
  login: async () => ({ body: { username: SUPERUSER.email, password: SUPERUSER.password } }),
  register: async (world) => ({ body: registration(world) }),
  registerSuperuser: async () => ({
    body: {
      fullname: unique('New Head'),
      username: uniqueEmail(),
      password: PASSWORD,
      role: 'SUPERUSER',
      schools: [{ id: 'all', site: 'all' }],
    },
  }),
  registerReferral: async (world) => ({
    body: {
      fullname: unique('Referred'),
      username: uniqueEmail(),
      password: PASSWORD,
      role: 'REFERRAL',
      schools: [{ id: world.sites.own, site: 'Own School' }],
      referral: await newReferral(world),
    },
  }),
  forgotPassword: async () => ({ body: { email: uniqueEmail() } }),
  checkResetToken: async (world) => ({ query: { reset_token: await newReset(world) } }),
  resetPassword: async (world) => ({ body: { token: await newReset(world), new_pass: PASSWORD } }),

  listSites: async () => ({}),
  addSite: async () => ({ body: { name: unique('New Site') } }),
  updateSite: async (world) => ({ body: { id: await newSite(world), name: unique('Renamed') } }),
  deleteSite: async (world) => ({ body: { id: await newSite(world), name: 'anything' } }),
  listCounties: async () => ({}),

  addReferral: async ({ sites }) => ({ body: referralBody(sites.own) }),
  addGuestReferral: async ({ sites }) => ({ body: referralBody(sites.own) }),
  listReferrals: async () => ({ query: { page: 1, size: 25 } }),
  filterReferrals: async () => ({ query: { name: 'sample', page: 1, size: 50 } }),
  countReferrals: async () => ({}),
  updateReferral: async (world) => ({
    body: { id: await newReferral(world), status: 'Processed', notes: 'Called back.' },
  }),
  assignReferral: async (world) => ({
    body: { user_id: world.people.manager.id, referral_id: await newReferral(world) },
  }),
  deleteReferral: async (world) => ({ body: { id: await newReferral(world) } }),

  listManagers: async () => ({}),
  listPendingAccounts: async () => ({ query: { page: 1, size: 25 } }),
  approveAccount: async (world) => ({ body: { user_id: await newAccount(world, 'pending') } }),
  listAccounts: async () => ({ query: { page: 1, size: 25 } }),
  searchAccounts: async () => ({ query: { query: 'account' } }),
  updateAccount: async (world) => {
    const id = await newAccount(world, 'active');
    return { params: { id }, body: { fullname: unique('Renamed'), schools: [] } };
  },
  deactivateAccount: async (world) => ({ params: { id: await newAccount(world, 'active') } }),
  reactivateAccount: async (world) => ({ params: { id: await newAccount(world, 'pending') } }),
};

async function newReferral({ server, sites, bearer }: World): Promise<string> {
  const input = { body: referralBody(sites.own) };
  return (await server.done('addReferral', input, bearer('superuser')))._id;
}

async function newSite({ server, bearer }: World): Promise<string> {
  const input = { body: { name: unique('Site') } };
  return (await server.done('addSite', input, bearer('superuser')))._id;
}

async function newAccount(
  { server, bearer, sites }: World,
  state: 'active' | 'pending',
): Promise<string> {
  const username = uniqueEmail();
  const schools = [{ id: sites.own, name: '' }];
  await server.done(
    'register',
    {
      body: { fullname: unique('Account'), username, password: PASSWORD, role: 'MANAGER', schools },
    },
    state === 'active' ? bearer('superuser') : undefined,
  );
  const [found] = await server.done(
    'searchAccounts',
    { query: { query: username } },
    bearer('superuser'),
  );
  return found?._id ?? '';
}

/** A usable reset token; the letter that carries it is tested with the server's mail. */
async function newReset(world: World): Promise<string> {
  const token = newResetToken();
  const accountId = await newAccount(world, 'active');
  const tokenHash = hashResetToken(token);
  await addReset(world.server.db, { accountId, tokenHash, purpose: 'reset' });
  return token;
}
