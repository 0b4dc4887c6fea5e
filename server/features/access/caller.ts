import { and, eq, type SQL, sql } from 'drizzle-orm';
import { dayIn } from '../../../contract/calendar';
import { mayHoldLogin } from '../../../contract/consent';
import type { Role } from '../../../contract/constants';
import { type Action, rolesWith } from '../../../contract/permissions';
import type { Database } from '../../db/database';
import { prepareStatement } from '../../db/statements/preparedStatement';
import { account, account_site, referral, session, site } from '../../db/schema';
import { isAlive } from './liveSession';

const MILLISECONDS = 1_000;

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

/** The person of a parent's login, and the time of the database's clock, in seconds. */
export interface Ward {
  readonly dob: string;
  readonly now: number;
}

/** An expression for the ward of an account; null if it is no parent's login. */
export const WARD: SQL = sql`case when ${account.login_holder} = 'guardian' then (
  select json_build_object('dob', ${referral.dob}, 'now', extract(epoch from clock_timestamp())::double precision)
  from ${referral} where ${referral.id} = ${account.referral_id}) end`;

/** Whether a parent's login has stopped, as the person is not under twelve. */
export const hasOutgrown = ({ dob, now }: Ward, timeZone: string) =>
  !mayHoldLogin('guardian', dob, dayIn(timeZone, new Date(now * MILLISECONDS)));

/** Whether an account is a parent's login whose person is not under twelve. */
export async function hasLoginStopped(
  db: Database,
  accountId: string,
  timeZone: string,
): Promise<boolean> {
  const [row] = await db
    .select({ ward: sql<Ward | null>`${WARD}` })
    .from(account)
    .where(eq(account.id, accountId));
  return row?.ward ? hasOutgrown(row.ward, timeZone) : false;
}

/** The columns of an account for a `Caller`, without its session. */
export const CALLER_COLUMNS: SQL = sql`${account.id} as "accountId", ${account.username}, ${account.fullname}, ${account.role},
  ${siteIdsOf} as "siteIds", ${isInside} as "isInside"`;

const selectCaller = prepareStatement(() =>
  callerQuery(sql`${session.id} as "sessionId", ${CALLER_COLUMNS}, ${WARD} as "ward"`),
);

/**
 * Finds the caller of a valid session, or null. A parent's login ends when the person turns twelve, or is found to have. One
 * indexed query, run on every request.
 * @param timeZone the provider's: where the birthday begins
 */
export async function findCaller(
  db: Database,
  sessionId: string,
  timeZone: string,
): Promise<Caller | null> {
  const [row] = (await selectCaller(db, { sessionId })) as (Caller & { ward: Ward | null })[];
  if (!row) return null;
  const { ward, ...caller } = row;
  return ward && hasOutgrown(ward, timeZone) ? null : caller;
}
