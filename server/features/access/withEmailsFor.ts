import { can } from '../../../contract/permissions';
import type { Caller } from './caller';

/** Returns accounts as they are shown to a caller: with their emails only if the caller may read accounts. */
export function withEmailsFor<Named extends { readonly username: string }>(
  caller: Caller,
  accounts: readonly Named[],
): (Omit<Named, 'username'> & { username?: string })[] {
  if (can(caller.role, 'account.list')) return [...accounts];
  return accounts.map(({ username: _username, ...named }) => named);
}
