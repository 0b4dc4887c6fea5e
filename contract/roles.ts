/**
 * What an account of each role is like, beside what it may do (permissions.ts). With that table this is the only place that
 * tells roles apart: everything else asks one of the two.
 */
import { ROLES, type Role } from './constants';

export interface RoleTraits {
  /**
   * Which sites its account has (spec section 3, "User account"): all there are, those chosen for it, the one of its referral,
   * or those it was added with.
   */
  readonly sites: 'all' | 'chosen' | 'one' | 'fixed';
  /** Where it lands after signing in (spec section 2, "Login page"). */
  readonly home: 'referrals' | 'profile';
  /** Whether a super user is offered it as a referrer (spec section 2, "Dialogs on referrals"). */
  readonly isOfferedAsReferrer: boolean;
}

const TRAITS: Readonly<Record<Role, RoleTraits>> = {
  SUPERUSER: { sites: 'all', home: 'referrals', isOfferedAsReferrer: false },
  MANAGER: { sites: 'chosen', home: 'referrals', isOfferedAsReferrer: true },
  REFERRAL: { sites: 'one', home: 'profile', isOfferedAsReferrer: false },
  ADMIN: { sites: 'fixed', home: 'referrals', isOfferedAsReferrer: false },
  SITE_USER: { sites: 'fixed', home: 'referrals', isOfferedAsReferrer: false },
};

/** The traits of a role; of one that this build does not know, those that claim least. */
export function traitsOf(role: Role): RoleTraits {
  return Object.hasOwn(TRAITS, role) ? TRAITS[role] : TRAITS.SITE_USER;
}

/** The roles a super user is offered as referrers. */
export const OFFERED_REFERRERS: readonly Role[] = ROLES.filter(
  (role) => TRAITS[role].isOfferedAsReferrer,
);

/** What a visitor who registers becomes once approved. */
export const REGISTERED_ROLE: Role = 'MANAGER';
