import { resolve } from 'node:path';
import type { Content } from '../server/db/backup/rows';

/** A file as the person means it: npm runs its commands in the folder of package.json, wherever it was called. */
export const resolveFile = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);

/** How much there is, for the person at the terminal. */
export function describeContents(contents: ReadonlyMap<string, Content>): string {
  const count = (table: string) => contents.get(table)?.rows ?? 0;
  return `${count('referral')} referrals, ${count('account')} accounts, ${count('site')} sites, ${count('audit_event')} entries on record`;
}
