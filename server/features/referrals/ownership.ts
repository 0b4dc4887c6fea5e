/** Who can own referrals, and how many open ones an account owns. */
import { and, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { rolesWith } from '../../../contract/permissions';
import { OPEN_STATUSES } from '../../../contract/staffConstants';
import { account, referral } from '../../db/schema';
import { isAnyOf } from '../../db/statements/parameters';
import { isLive } from './visibility';

const OWNER_ROLES = sql.raw(
  rolesWith('referral.beOwner')
    .map((role) => `'${role}'`)
    .join(', '),
);

/** Condition: the account can own referrals: it is active, and its role may. Without parameters. */
export const canOwn = ({ state, role }: { state: AnyPgColumn; role: AnyPgColumn }): SQL =>
  sql`(${state} = 'active' and ${role} in (${OWNER_ROLES}))`;

/** Condition: the referral still waits for the provider. */
export const isOpen: SQL = isAnyOf(referral.status, OPEN_STATUSES);

/** An expression for the number of open referrals of the account of an outer query. */
export const countOpenOfAccount = sql<number>`(
  select count(*)::int from ${referral}
  where ${and(isLive, sql`${referral.owner_id} = ${account}.${sql.identifier(account.id.name)}`, isOpen)})`;
