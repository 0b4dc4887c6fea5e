/** Stub handlers for the account calls. */
import type { Account } from '../../contract/entities/account';
import { ApiError } from '../../src/api/ApiError';
import type { Answers } from './staffApp';

/** Stubs `listAccounts` with pages of 25 accounts. */
export function stubAccountList(...accounts: Account[]): Answers {
  return { listAccounts: ({ query }) => pageOf(accounts, query?.page) };
}

/** Stubs the account calls and keeps changes in memory, so that screens see the result of a write. */
export function stubAccounts(...accounts: Account[]): Answers {
  let stored = accounts;
  const change = (input: unknown, changes: Partial<Account>) => {
    const { id } = (input as { params: { id: string } }).params;
    stored = stored.map((account) => (account._id === id ? { ...account, ...changes } : account));
    return { detail: 'ok' };
  };
  return {
    listAccounts: ({ query }) => pageOf(stored, query?.page),
    searchAccounts: (input) => {
      const text = readSearchQuery(input).toLowerCase();
      return stored.filter(({ fullname, username }) =>
        `${fullname} ${username}`.toLowerCase().includes(text),
      );
    },
    getAccount: ({ params }) => {
      const found = stored.find(({ _id }) => _id === params?.id);
      if (!found) throw new ApiError('status', { status: 404, detail: 'No such account' });
      return found;
    },
    updateAccount: (input) => {
      const { fullname, created_referrals_only } = input.body as Account;
      return change(input, { fullname, created_referrals_only });
    },
    deactivateAccount: (input) => change(input, { approved: false }),
    reactivateAccount: (input) => change(input, { approved: true }),
  };
}

/** Returns the search text of a `searchAccounts` request. */
export const readSearchQuery = (input: object) =>
  (input as { query: { query: string } }).query.query;

function pageOf(accounts: readonly Account[], page = 1) {
  return {
    items: accounts.slice((page - 1) * 25, page * 25),
    pages: Math.ceil(accounts.length / 25),
  };
}

export function makeAccount(changes: Partial<Account> = {}): Account {
  return {
    _id: 'a1',
    fullname: 'Pat Doe',
    username: 'pat@clinic.example',
    role: 'MANAGER',
    schools: [{ _id: 's1', name: 'Northside High' }],
    approved: true,
    created_referrals_only: false,
    ...changes,
  };
}

/** Makes `count` accounts with distinct names. */
export const makeAccounts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeAccount({ _id: `a${index}`, fullname: `Person ${index}` }),
  );
