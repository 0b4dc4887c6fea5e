import type {
  CreateParams,
  GetListParams,
  GetManyParams,
  GetOneParams,
  UpdateParams,
} from 'react-admin';
import type { Role } from '../../contract/constants';
import { ALL_SCHOOLS, PAGE_SIZE } from '../../contract/staffConstants';
import type { Account } from '../../contract/entities/account';
import { getRoleTraits } from '../../contract/roles';
import type { Api, Features } from '../api/client';
import { RESOURCES } from '../app/routes';
import { getPage } from './page';
import { getEach, offersGetOne, oneOrNull, pickOne } from './recordsById';

/** A site of an account. The wire has several formats, depending on role and server. */
export interface AccountSite {
  readonly id: string;
  readonly name: string;
  /** Whether it is deleted; absent if not, or unknown. */
  readonly deleted?: true;
}

/** An account with the `id` that react-admin needs, and its sites in one format. */
export type AccountRecord = Omit<Account, 'schools' | 'state' | 'email_proof'> & {
  readonly id: string;
  readonly schools: readonly AccountSite[];
  /** One of `ACCOUNT_STATES` on our server; another lacks it, and a newer one may send another value. */
  readonly state?: string;
  /** One of `EMAIL_CONFIRMATION_STATES` on our server; another may lack it or send another value. */
  readonly email_proof?: string;
};

/** What the Add Admin User modal enters (spec section 2). The id of a fixed site is its name. */
export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
  readonly sites: readonly AccountSite[];
}

/** What the Update User modal changes (spec section 2). */
export interface AccountChange extends Pick<Account, 'fullname' | 'created_referrals_only'> {
  readonly sites: readonly AccountSite[];
}

export interface AccountFilter {
  /** Part of a name or an e-mail. */
  readonly query?: string;
}

/**
 * The record of an account. The shape of `schools` depends on the role (spec section 3, "User account") and on the server; an
 * unreadable value is dropped, so that one account does not break the whole list.
 */
export function toAccountRecord(account: Account): AccountRecord {
  const { email_proof, ...others } = account;
  const { fullname, username, schools } = others as { [K in keyof Account]: unknown };
  return {
    ...others,
    id: account._id,
    fullname: textOf(fullname),
    username: textOf(username),
    schools: listOf(schools).flatMap(toSite),
    ...(typeof email_proof === 'string' && email_proof && { email_proof }),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

function toSite(school: unknown): AccountSite[] {
  if (typeof school === 'string') return [{ id: school, name: school }];
  if (typeof school !== 'object' || school === null) return [];
  const { _id, id = _id, name, site = name, deleted } = school as Record<string, unknown>;
  const isId = typeof id === 'string' || typeof id === 'number';
  return isId ? [{ id: String(id), name: textOf(site), ...(deleted === true && { deleted }) }] : [];
}

/** Sites in the request format of that role. */
function schoolsFor(role: Role, sites: readonly AccountSite[]) {
  const has = getRoleTraits(role).sites;
  if (has === 'all') return [...ALL_SCHOOLS];
  return sites.map(({ id, name }) => (has === 'one' ? { id, site: name } : { id, name }));
}

/** Records per page: the results of a search are one page, as our server sends no more. */
export function accountPageSize({ query }: AccountFilter): number {
  return query ? PAGE_SIZE.accountSearch : PAGE_SIZE.accounts;
}

/**
 * | accounts | call                                                                        |
 * | -------- | --------------------------------------------------------------------------- |
 * | getList  | listAccounts `?page&size=25`, by name;                                      |
 * |          | with a `query` searchAccounts `?query`, cut into pages of 50                |
 * | getOne   | getAccount; where the server has no such call, getList: with                |
 * |          | `meta: { username }` a search for it, else the first page                   |
 * | getMany  | getOne for each; leaves out the records that do not exist                   |
 * | create   | register `{username, password, schools, role}`                              |
 * | update   | updateAccount `{fullname, username, schools, created_referrals_only}`       |
 *
 * | managers | call                                                                        |
 * | -------- | --------------------------------------------------------------------------- |
 * | getList  | listManagers: whom a referral can be assigned to; not paged                 |
 */
export function accountProvider(api: Api, features: Features) {
  const getList = async ({ filter = {}, signal, ...params }: GetListParams) => {
    const { query } = filter as AccountFilter;
    const size = accountPageSize({ query });
    if (!query) {
      const read = (paging: { page: number; size: number }) =>
        api.call('listAccounts', { query: paging }, { signal });
      return getPage(params, size, read, toAccountRecord);
    }
    const found = await api.call('searchAccounts', { query: { query } }, { signal });
    const start = ((params.pagination?.page ?? 1) - 1) * size;
    return { data: found.slice(start, start + size).map(toAccountRecord), total: found.length };
  };

  const getOne = async ({ id, meta, signal }: GetOneParams<AccountRecord>) => {
    if (await offersGetOne(features)) {
      const account = await api.call('getAccount', { params: { id } }, { signal });
      return { data: toAccountRecord(account) };
    }
    const { username } = (meta ?? {}) as Partial<AccountRecord>;
    return pickOne((await getList({ filter: { query: username }, signal })).data, id);
  };

  const accounts = {
    getList,
    getOne,
    getMany: ({ ids, signal }: GetManyParams<AccountRecord>) =>
      getEach(ids, (id) => getOne({ id, signal })),

    /** The server finds a site by id or, for a fixed one, by name. */
    async create({ data }: CreateParams<NewAccount>) {
      const { username = '', password = '', role, sites = [] } = data;
      const schools = sites.map(({ id, name }) => ({ id, name }));
      await api.call('register', { body: { username, password, role, schools } });
      return { data: { id: username } };
    },

    /** Sends all four fields, as specified: another server may clear a missing one. */
    async update({ id, data, previousData }: UpdateParams<AccountRecord & AccountChange>) {
      const { sites = previousData.schools, ...changes } = data;
      const { fullname, created_referrals_only } = { ...previousData, ...changes };
      const { username, role, version } = previousData;
      const schools = schoolsFor(role, sites);
      const body = { fullname, username, schools, created_referrals_only };
      await api.call('updateAccount', { params: { id }, body }, { version });
      return { data: { ...previousData, fullname, created_referrals_only } };
    },
  };

  const managers = {
    async getList({ signal }: GetListParams) {
      const found = await api.call('listManagers', {}, { signal });
      return {
        data: found.map((manager) => ({ ...manager, id: manager._id })),
        total: found.length,
      };
    },
  };

  const methods = {
    /** Reads an account again; null if it no longer exists. */
    readAccount: ({ id, username }: AccountRecord) => oneOrNull(getOne({ id, meta: { username } })),

    async deactivate({ id }: AccountRecord) {
      return { data: await api.call('deactivateAccount', { params: { id } }) };
    },

    async reactivate({ id }: AccountRecord) {
      return { data: await api.call('reactivateAccount', { params: { id } }) };
    },
  };

  return {
    resources: { [RESOURCES.accounts]: accounts, [RESOURCES.managers]: managers },
    methods,
  };
}
