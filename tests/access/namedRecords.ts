/** The calls that name a record, and how to make one in every state it can be in. */
import type { AnyCallName } from '../../contract/calls';
import type { PreparedAccounts } from '../support/preparedAccounts';
import type { AnyInput, TestServer } from '../support/testServer';
import {
  type CallerKind,
  PASSWORD,
  referralBody,
  unique,
  uniqueEmail,
  type World,
} from '../support/world';
import { newSuspected } from './extraInputs';

interface Context {
  readonly server: TestServer;
  readonly world: World;
  readonly accounts: PreparedAccounts;
  /** A referral that can be assigned. */
  readonly assignable: string;
}

type Make = () => Promise<string>;
export type States = Record<string, Make>;

export const ABSENT: States = {
  absent: async () => 'absent',
  'an id like ours': async () => '00000000-0000-4000-8000-000000000000',
  'a path': async () => '../../etc/passwd',
  'an injection': async () => "' or 1=1 --",
  'a pattern': async () => '%',
};

export interface Naming {
  readonly call: AnyCallName;
  /** Which part of the call names the record. */
  readonly part: string;
  input(id: string): AnyInput;
  /** States in which a super user may. */
  readonly done: States;
  /** States in which the record is not there for the call. */
  readonly missing: States;
}

const login = (referral: string) => ({
  fullname: unique('Named'),
  username: uniqueEmail(),
  password: PASSWORD,
  schools: [],
  referral,
});

/** @param get asked only when a record is made or named */
export function namedRecords(get: () => Context) {
  const head = () => get().world.bearer('superuser');

  async function file(caller: CallerKind, where: keyof World['sites']): Promise<string> {
    const body = referralBody(get().world.sites[where]);
    return (await get().server.done('addReferral', { body }, get().world.bearer(caller)))._id;
  }

  async function deletedReferral(): Promise<string> {
    const id = await file('superuser', 'own');
    await get().server.done('deleteReferral', { body: { id } }, head());
    return id;
  }

  async function site(): Promise<string> {
    return (await get().server.done('addSite', { body: { name: unique('Object Site') } }, head()))
      ._id;
  }

  async function deletedSite(): Promise<string> {
    const id = await site();
    await get().server.done('deleteSite', { body: { id } }, head());
    return id;
  }

  /** A manager of the world's own site looks on: what he files, what is filed at his site, and at another. */
  const REFERRALS: States = {
    'his own': () => file('manager', 'other'),
    'of his site': () => file('superuser', 'own'),
    'of another site': () => file('superuser', 'other'),
  };
  const ACCOUNTS = {
    active: async () => (await get().accounts.add()).id,
    pending: async () => (await get().accounts.add({ state: 'pending' })).id,
    deactivated: async () => {
      const { id } = await get().accounts.add();
      await get().server.done('deactivateAccount', { params: { id } }, head());
      return id;
    },
  };

  const NAMINGS: Naming[] = [
    {
      call: 'updateReferral',
      part: 'id',
      input: (id) => ({ body: { id, status: 'Processed' } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, suspected: () => newSuspected(get().world) },
    },
    {
      call: 'assignReferral',
      part: 'referral_id',
      input: (id) => ({ body: { referral_id: id, user_id: get().world.people.manager.id } }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, suspected: () => newSuspected(get().world) },
    },
    {
      call: 'assignReferral',
      part: 'user_id',
      input: (id) => ({ body: { user_id: id, referral_id: get().assignable } }),
      done: {
        'an active manager': ACCOUNTS.active,
        'a super user': async () => get().world.people.superuser.id,
      },
      missing: {
        pending: ACCOUNTS.pending,
        deactivated: ACCOUNTS.deactivated,
        'the person referred': async () => get().world.people.referral.id,
        'an admin': async () => get().world.people.admin.id,
        'a site user': async () => get().world.people.siteUser.id,
      },
    },
    {
      call: 'deleteReferral',
      part: 'id',
      input: (id) => ({ body: { id } }),
      done: { ...REFERRALS, suspected: () => newSuspected(get().world) },
      missing: { deleted: deletedReferral },
    },
    {
      call: 'registerReferral',
      part: 'referral',
      input: (id) => ({ body: login(id) }),
      done: REFERRALS,
      missing: { deleted: deletedReferral, suspected: () => newSuspected(get().world) },
    },
    {
      call: 'releaseReferral',
      part: 'id',
      input: (id) => ({ body: { id } }),
      done: { suspected: () => newSuspected(get().world) },
      missing: { deleted: deletedReferral, 'not suspected': () => file('superuser', 'own') },
    },
    {
      call: 'updateSite',
      part: 'id',
      input: (id) => ({ body: { id, name: unique('Object Renamed') } }),
      done: { live: site },
      missing: { deleted: deletedSite },
    },
    {
      call: 'deleteSite',
      part: 'id',
      input: (id) => ({ body: { id } }),
      done: { live: site },
      missing: { deleted: deletedSite },
    },
    {
      call: 'approveAccount',
      part: 'user_id',
      input: (id) => ({ body: { user_id: id } }),
      done: { pending: ACCOUNTS.pending },
      missing: {},
    },
    {
      call: 'updateAccount',
      part: 'the path',
      input: (id) => ({ params: { id }, body: { fullname: unique('Named') } }),
      done: ACCOUNTS,
      missing: {},
    },
    {
      call: 'deactivateAccount',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: ACCOUNTS,
      missing: {},
    },
    {
      call: 'reactivateAccount',
      part: 'the path',
      input: (id) => ({ params: { id } }),
      done: ACCOUNTS,
      missing: {},
    },
  ];

  return { NAMINGS, ACCOUNTS, file, site, deletedSite };
}
