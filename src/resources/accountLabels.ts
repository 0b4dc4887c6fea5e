import { sameKey } from '../../contract/textMatching';
import { isolate } from '../i18n/isolate';

/** An account as lists to choose from have it. */
export interface NamedAccount {
  readonly id: string;
  readonly fullname: string;
  /** Its email; servers that send names alone have none. */
  readonly username?: string | undefined;
}

/**
 * Returns a distinct label for each account: the name; for accounts with the same name, the name with the email, or with a
 * number if the server sends no emails. Numbers follow the ids, so they do not depend on the order of the list.
 * @returns the labels by id
 */
export function labelAccounts(accounts: readonly NamedAccount[]): ReadonlyMap<string, string> {
  const byName = new Map<string, NamedAccount[]>();
  for (const account of accounts) {
    const key = sameKey(account.fullname);
    byName.set(key, [...(byName.get(key) ?? []), account]);
  }
  const labels = [...byName.values()].flatMap((namesakes) => {
    if (namesakes.length === 1) return namesakes.map(({ id, fullname }) => [id, fullname] as const);
    return namesakes
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, fullname, username }, index) => {
        const suffix = username || String(index + 1);
        return [id, `${isolate(fullname)} (${suffix})`] as const;
      });
  });
  return new Map(labels);
}
