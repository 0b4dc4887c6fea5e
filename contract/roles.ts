/**
 * The traits of each role, besides its permissions (permissions.ts). Only these two tables distinguish roles; all other code
 * queries them.
 */
import { ROLES, type Role } from './constants';

export interface RoleTraits {
  /**
   * The sites of its accounts (spec section 3, "User account"): all sites, those chosen for the account, the site of its
   * referral, or those it was added with.
   */
  readonly sites: 'all' | 'chosen' | 'one' | 'fixed';
  /** The screen shown after login (spec section 2, "Login page"). */
  readonly home: 'referrals' | 'profile';
  /** Whether a super user is offered it as a referrer (spec section 2, "Dialogs on referrals"). */
  readonly isOfferedAsReferrer?: true;
}

const TRAITS: Readonly<Record<Role, RoleTraits>> = {
  SUPERUSER: { sites: 'all', home: 'referrals' },
  MANAGER: { sites: 'chosen', home: 'referrals', isOfferedAsReferrer: true },
  REFERRAL: { sites: 'one', home: 'profile' },
  ADMIN: { sites: 'fixed', home: 'referrals' },
  SITE_USER: { sites: 'fixed', home: 'referrals' },
};

/** Returns the traits of a role; the most limited ones for a role that this build does not know. */
export function getRoleTraits(role: Role): RoleTraits {
  return Object.hasOwn(TRAITS, role) ? TRAITS[role] : TRAITS.SITE_USER;
}

/** The roles that are offered to a super user as referrers. */
export const OFFERED_REFERRERS: readonly Role[] = ROLES.filter(
  (role) => TRAITS[role].isOfferedAsReferrer,
);

/** The role of a visitor who registers, once approved. */
export const REGISTERED_ROLE: Role = 'MANAGER';
