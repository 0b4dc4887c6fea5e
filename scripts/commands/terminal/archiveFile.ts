import { resolve } from 'node:path';
import type { TableSummary } from '../../../server/db/backup/rows';

/** Resolves a file name from the folder in which the user called npm, which runs its commands in the folder of package.json. */
export const resolveFile = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);

/** Describes the number of rows for the operator. */
export function describeContents(contents: ReadonlyMap<string, TableSummary>): string {
  const count = (table: string) => contents.get(table)?.rows ?? 0;
  return `${count('referral')} referrals, ${count('account')} accounts, ${count('site')} sites, ${count('audit_event')} entries on record`;
}
