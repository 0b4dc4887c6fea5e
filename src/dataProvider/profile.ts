import type { CreateParams, GetListParams } from 'react-admin';
import { ALL_SCHOOLS, PAGE_SIZE } from '../../contract/staffConstants';
import type { CallInput } from '../../contract/calls';
import type { Api } from '../api/client';
import { RESOURCES } from '../app/routes';
import { type AccountRecord, toAccountRecord } from './accounts';
import { getPage } from './page';
import type { NewLogin } from './referrals';

/** What the Add New Super User form enters (spec section 5, "Super user creation"). */
export interface NewSuperuser extends NewLogin {
  readonly fullname: string;
}

/** What a person has chosen for themselves. */
export type Preferences = CallInput<'setPreferences'>['body'];

/** The password of the signed-in person, and what it is to become. */
export interface PasswordChange {
  readonly current: string;
  readonly next: string;
}

/**
 * The profile page (spec section 2), and the notices for the signed-in person.
 *
 * | pendingUsers | call                                                              |
 * | ------------ | ----------------------------------------------------------------- |
 * | getList      | listPendingAccounts `?page&size=25`                               |
 * | count        | listPendingAccounts `?page=1&size=1`, its `total`                  |
 *
 * | superusers   | call                                                              |
 * | ------------ | ----------------------------------------------------------------- |
 * | create       | registerSuperuser `{fullname, username, password, role, schools}` |
 */
export function profileProvider(api: Api) {
  const pendingUsers = {
    getList: ({ signal, ...params }: GetListParams) =>
      getPage(
        params,
        PAGE_SIZE.pending,
        (query) => api.call('listPendingAccounts', { query }, { signal }),
        toAccountRecord,
      ),
    /** Nothing where the server does not say how many there are. */
    async count({ signal }: { signal?: AbortSignal }) {
      const query = { page: 1, size: 1 };
      const { total } = await api.call('listPendingAccounts', { query }, { signal });
      return { data: { count: total } };
    },
  };

  const superusers = {
    /** Role and schools are the same for each of them (spec section 3, "User account"). */
    async create({ data }: CreateParams<NewSuperuser>) {
      const { fullname = '', username = '', password = '' } = data;
      const schools = [...ALL_SCHOOLS];
      const body = { fullname, username, password, role: 'SUPERUSER', schools };
      await api.call('registerSuperuser', { body });
      return { data: { id: username } };
    },
  };

  const methods = {
    /** Approves an account in the version that was loaded. */
    async approve({ id, version }: AccountRecord) {
      return { data: await api.call('approveAccount', { body: { user_id: id } }, { version }) };
    },

    /** Changes the password of the signed-in person and ends their other sessions. */
    async changePassword({ current, next }: PasswordChange) {
      const body = { current_password: current, new_pass: next };
      return { data: await api.call('changePassword', { body }) };
    },

    /** The preferences of the signed-in person. */
    async getPreferences({ signal }: { signal?: AbortSignal } = {}) {
      return { data: await api.call('getPreferences', {}, { signal }) };
    },

    async setPreferences(preferences: Preferences) {
      return { data: await api.call('setPreferences', { body: preferences }) };
    },

    async listNotices({ signal }: { signal?: AbortSignal } = {}) {
      return { data: await api.call('listNotices', {}, { signal }) };
    },
  };

  return {
    resources: { [RESOURCES.pendingUsers]: pendingUsers, [RESOURCES.superusers]: superusers },
    methods,
  };
}
