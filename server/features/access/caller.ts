import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../../contract/constants';
import type { Database } from '../../db/database';
import { prepareStatement } from '../../db/statements/preparedStatement';
import { account, account_site, session } from '../../db/schema';
import { isAlive } from './liveSession';

/** The account behind a request, as currently stored: role and scope are never read from a token. */
export interface Caller {
  readonly sessionId: string;
  readonly accountId: string;
  readonly username: string;
  readonly fullname: string;
  readonly role: Role;
  /** The sites whose referrals a manager sees: their own, or none with `created_referrals_only`. */
  readonly siteIds: readonly string[];
}

/** A query for columns of the account whose session has the id in the placeholder `sessionId`, if the condition holds. */
export const callerQuery = (columns: SQL, condition?: SQL): SQL => sql`
  select ${columns}
  from ${session} join ${account} on ${account.id} = ${session.account_id}
  where ${and(eq(session.id, sql.placeholder('sessionId')), isAlive, condition)}`;

/** An expression for the `siteIds` of an account. */
export const siteIdsOf: SQL = sql`array(
  select ${account_site.site_id} from ${account_site}
  where ${account_site.account_id} = ${account.id} and not ${account.created_referrals_only})`;

const selectCaller = prepareStatement(() =>
  callerQuery(
    sql`${session.id} as "sessionId", ${account.id} as "accountId", ${account.username}, ${account.fullname}, ${account.role},
      ${siteIdsOf} as "siteIds"`,
  ),
);

/** Finds the caller of a valid session, or null. One indexed query, run on every request. */
export async function findCaller(db: Database, sessionId: string): Promise<Caller | null> {
  const [row] = await selectCaller(db, { sessionId });
  return (row as Caller | undefined) ?? null;
}
