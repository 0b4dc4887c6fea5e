/**
 * Reads of callers of the program whose statement also finds the caller. It has the common table expressions `caller` (the account's id) and
 * `caller_sites` (its sites), each with one row, or none without access. PostgreSQL does not evaluate those that a statement
 * does not use.
 */
import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Role } from '../../../contract/constants';
import type { Database } from '../../db/database';
import { isAnyOf } from '../../db/statements/parameters';
import { createReads, type ReadStatement } from '../../db/statements/readStatement';
import { account } from '../../db/schema';
import { callerQuery, isInside, siteIdsOf } from './caller';

/** A statement for callers of some roles. It uses the common table expressions `caller` and `caller_sites`. */
export interface CallerStatement {
  readonly roles: readonly Role[];
  readonly statement: ReadStatement;
}

const read = createReads(({ with: own, select, ...statement }) => {
  const hasRole = isAnyOf(account.role, sql.placeholder('roles'));
  const caller = sql`
    caller as materialized (${callerQuery(sql`${account.id} as "accountId"`, and(hasRole, isInside))}),
    caller_sites as materialized (
      select ${siteIdsOf} as "siteIds" from ${account} where ${account.id} = (select "accountId" from caller))`;
  return {
    ...statement,
    with: own ? sql`${caller}, ${own}` : caller,
    select: sql`(select "accountId" from caller) as caller_id, ${select}`,
  };
});

const foundSchema = z.looseObject({ caller_id: z.string().nullable() });

/**
 * Runs a read statement for the caller of a session.
 * @param values the values of the statement's placeholders
 * @returns the caller's account, the statement's row, and the ids of the records that it shows; null if the session is not live,
 *   or its account is outside of the program or has none of the roles
 */
export async function readAsCaller(
  db: Database,
  sessionId: string,
  { roles, statement }: CallerStatement,
  values: Readonly<Record<string, unknown>> = {},
): Promise<{ callerId: string; row: unknown; recordIds: readonly string[] | null } | null> {
  const { row, recordIds } = await read(db, statement, { ...values, sessionId, roles });
  const { caller_id: callerId } = foundSchema.parse(row);
  return callerId === null ? null : { callerId, row, recordIds };
}
