import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../../contract/constants';
import { type Action, rolesWith } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { prepareStatement } from '../../db/statements/preparedStatement';
import { account, account_site, session, site } from '../../db/schema';
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
  /** Whether the account belongs to the program. Others read answers only (referrals/list/filed.ts). */
  readonly isInside: boolean;
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

const roleMay = (action: Action): SQL =>
  sql`${account.role} = any(${sql.raw(`'{${rolesWith(action).join(',')}}'`)})`;

/**
 * An expression: whether an account belongs to the program. Those that see all referrals do; those that see the ones of their sites
 * do if a site of theirs remains, and none, deleted ones too, is marked as outside.
 */
export const isInside: SQL = sql`(${roleMay('referral.listAll')} or ${roleMay('referral.list')} and (
  select coalesce(bool_or(${site.deleted_at} is null) and bool_and(${site.mark} is distinct from 'outside'), false)
  from ${account_site} join ${site} on ${site.id} = ${account_site.site_id} where ${account_site.account_id} = ${account.id}))`;

/** The columns of an account for a `Caller`, without its session. */
export const CALLER_COLUMNS: SQL = sql`${account.id} as "accountId", ${account.username}, ${account.fullname}, ${account.role},
  ${siteIdsOf} as "siteIds", ${isInside} as "isInside"`;

const selectCaller = prepareStatement(() =>
  callerQuery(sql`${session.id} as "sessionId", ${CALLER_COLUMNS}`),
);

/** Finds the caller of a valid session, or null. One indexed query, run on every request. */
export async function findCaller(db: Database, sessionId: string): Promise<Caller | null> {
  const [row] = await selectCaller(db, { sessionId });
  return (row as Caller | undefined) ?? null;
}
