/** Accounts as a backend lists them. */
import type { Account } from '../../contract/entities/account';
import type { Answers } from './staffApp';

/** Answers `listAccounts` with pages of 25. */
export function listingAccounts(...accounts: Account[]): Answers {
  return {
    listAccounts: ({ query }) => {
      const page = query?.page ?? 1;
      const pages = Math.ceil(accounts.length / 25);
      return { items: accounts.slice((page - 1) * 25, page * 25), pages };
    },
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
