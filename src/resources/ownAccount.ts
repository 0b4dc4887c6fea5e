import type { SessionSubject } from '../../contract/entities/session';

/**
 * Whether an account is the reader's: by id where the server sends both, else by name, which another may have, too.
 */
export function isOwnAccount(
  user: SessionSubject | null,
  account: { readonly id?: string | undefined; readonly fullname: string } | null | undefined,
): boolean {
  if (!user || !account) return false;
  if (user.id && account.id) return user.id === account.id;
  return user.fullname !== '' && user.fullname === account.fullname;
}
