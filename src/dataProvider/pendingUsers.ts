import type { GetListParams } from 'react-admin';
import { PAGE_SIZE } from '../../contract/constants';
import type { Account } from '../../contract/entities/account';
import { type AccountRecord, toAccountRecord } from './accounts';
import type { Api } from '../api/client';
import { type AnyPage, pageTotal } from './pageTotal';

/**
 * | verb    | call                                                    |
 * | ------- | ------------------------------------------------------- |
 * | getList | listPendingAccounts `?page&size=25`                     |
 */
export function pendingUserVerbs(api: Api) {
  return {
    async getList({ pagination, signal }: GetListParams) {
      const page = pagination?.page ?? 1;
      const size = PAGE_SIZE.pending;
      const answer: AnyPage<Account> = await api.call(
        'listPendingAccounts',
        { query: { page, size } },
        { signal },
      );
      return { data: answer.items.map(toAccountRecord), total: pageTotal(answer, page, size) };
    },
  };
}

/** Further verbs of pending users (spec section 4, "Account"). */
export function pendingUserActions(api: Api) {
  return {
    /** Approves an account in the version that was loaded. */
    async approve({ id, version }: AccountRecord) {
      return { data: await api.call('approveAccount', { body: { user_id: id } }, { version }) };
    },
  };
}
