import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { ROLES, type Role } from '../../../contract/constants';
import { can, rolesWith } from '../../../contract/permissions';
import { isAnyOf, type Parameter, type TextList } from '../../db/statements/parameters';
import { referral } from '../../db/schema';
import type { Caller } from '../access';

/** In the ordinary lists: neither deleted nor held. */
export const isLive = and(isNull(referral.deleted_at), isNull(referral.hold_reason));

/** Held, and not deleted. */
export const isHeld = and(isNull(referral.deleted_at), isNotNull(referral.hold_reason));

/** The referrals that a caller may see: all, or those of the sites and those that the account filed or is the referrer of. */
export type Scope =
  | 'all'
  | {
      /** Undefined if the scope consists of the sites only. */
      readonly accountId: string | undefined;
      readonly siteIds: readonly string[];
    };

/** A scope whose values may be placeholders or expressions, for a statement that is built once for all callers. */
export type ScopeParameters =
  'all' | { readonly accountId: Parameter<string> | undefined; readonly siteIds: TextList };

/**
 * A super user sees the referrals of all sites; others of the program see those of the sites of their caller, those they filed
 * and those assigned to them.
 */
const scopeOf = ({ role, accountId, siteIds }: Caller): Scope =>
  can(role, 'referral.listAll') ? 'all' : { accountId, siteIds };

/** An expression for the account of the caller in the common table expression `caller`. */
export const CALLER_ID: SQL = sql`(select "accountId" from caller)`;
/** Condition: there is a caller, who has access. */
export const HAS_CALLER: SQL = sql`exists (select 1 from caller)`;

/** Each scope with its roles, for the caller in the common table expressions `caller` and `caller_sites`. */
export const CALLER_SCOPES: readonly { roles: readonly Role[]; scope: ScopeParameters }[] = [
  { roles: rolesWith('referral.listAll'), scope: 'all' },
  {
    roles: ROLES.filter((role) => !can(role, 'referral.listAll')),
    scope: {
      accountId: CALLER_ID,
      siteIds: sql`(select "siteIds" from caller_sites)`,
    },
  },
];

/** Condition: filed by the account or assigned to it. */
export const isOwn = (accountId: Parameter<string>): SQL | undefined =>
  or(eq(referral.created_by, accountId), eq(referral.referrer_id, accountId));

/** Stored as `referrer_id` in place of an account's id when a guest filed the referral. */
export const GUEST_REFERRER_ID = '';
/** Condition: filed by a guest, and without an assigned referrer. */
export const isFromGuest: SQL = eq(referral.referrer_id, GUEST_REFERRER_ID);

/** Returns the scope as a condition; undefined if it covers all referrals. */
export function scopeCondition(scope: ScopeParameters): SQL | undefined {
  if (scope === 'all') return undefined;
  const { accountId, siteIds } = scope;
  return or(
    accountId === undefined ? undefined : isOwn(accountId),
    isAnyOf(referral.site_id, siteIds),
  );
}

/**
 * Condition: in the caller's scope as of the start of the request; undefined if it covers all referrals. Nobody outside of the
 * program sees a referral: they read answers (list/filed.ts).
 */
export const isInScope = (caller: Caller): SQL | undefined =>
  caller.isInside ? scopeCondition(scopeOf(caller)) : sql`false`;

/** Condition: live, and in the caller's scope. */
export const isVisible = (caller: Caller): SQL | undefined => and(isLive, isInScope(caller));
