import type { SessionSubject } from '../../contract/entities/session';

/** Whether an account is the signed-in user's: by id if the server sends both, else by name, which may not be unique. */
export function isOwnAccount(
  user: SessionSubject | null,
  account: { readonly id?: string | undefined; readonly fullname: string } | null | undefined,
): boolean {
  if (!user || !account) return false;
  if (user.id && account.id) return user.id === account.id;
  return user.fullname !== '' && user.fullname === account.fullname;
}
