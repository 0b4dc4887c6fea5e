import type { CreateParams, GetListParams } from 'react-admin';
import { PAGE_SIZE, type Role } from '../../contract/constants';
import type { Account } from '../../contract/entities/account';
import type { Api } from '../api/createApi';
import { type AnyPage, pageTotal } from './pageTotal';

/** An account with the `id` react-admin wants. */
export type AccountRecord = Account & { id: string };

/** What the Add Admin User modal enters (spec section 2); `sites` are names. */
export interface NewAccount {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
  readonly sites: readonly string[];
}

const toRecord = (account: Account): AccountRecord => ({ ...account, id: account._id });

/**
 * | verb    | call                                                        |
 * | ------- | ----------------------------------------------------------- |
 * | getList | listAccounts `?page&size=25`, by name                       |
 * | create  | register `{username, password, schools, role}`              |
 */
export function accountVerbs(api: Api) {
  return {
    async getList({ pagination, signal }: GetListParams) {
      const page = pagination?.page ?? 1;
      const size = PAGE_SIZE.accounts;
      const answer: AnyPage<Account> = await api.call(
        'listAccounts',
        { query: { page, size } },
        { signal },
      );
      return { data: answer.items.map(toRecord), total: pageTotal(answer, page, size) };
    },

    /** A site of the modal has no id of its own, so its name stands for it: the server finds it by either. */
    async create({ data }: CreateParams<NewAccount>) {
      const { username = '', password = '', role, sites = [] } = data;
      const schools = sites.map((name) => ({ id: name, name }));
      await api.call('register', { body: { username, password, role, schools } });
      return { data: { id: username } };
    },
  };
}
