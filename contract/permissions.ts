/**
 * Permissions (spec section 6): one table for the server's access control, the web app's routes and every control.
 * Anything not listed is refused.
 */
import { ROLES, type Role } from './constants';
import { isAllowed, START_PERMISSIONS, STAFF, SUPERUSER_ONLY } from './startPermissions';

const EVERYONE_SIGNED_IN = ['SUPERUSER', 'MANAGER', 'REFERRAL', 'ADMIN', 'SITE_USER'] as const;

/** Action → the roles that may take it. */
export const PERMISSIONS = {
  /** Files referrals, and reads the answers to those. */
  'referral.add': EVERYONE_SIGNED_IN,
  'referral.list': STAFF,
  /** Sees every referral. Other roles see those of their sites, those they filed and those assigned to them. */
  'referral.listAll': SUPERUSER_ONLY,
  /** Can be assigned as the referrer of a referral. */
  'referral.beReferrer': STAFF,
  'referral.update': SUPERUSER_ONLY,
  'referral.assign': SUPERUSER_ONLY,
  'referral.delete': SUPERUSER_ONLY,
  /** Sees the deleted referrals that can still be put back. */
  'referral.listDeleted': SUPERUSER_ONLY,
  'referral.putBack': SUPERUSER_ONLY,
  'referral.createLogin': SUPERUSER_ONLY,
  'referral.release': SUPERUSER_ONLY,
  /** Corrects filed fields, such as a misspelt name. */
  'referral.correct': SUPERUSER_ONLY,
  /** Changes many at once; each action on them also needs its own permission. */
  'referral.changeMany': SUPERUSER_ONLY,
  'referral.addNote': STAFF,
  /** Saves contact attempts, strikes them, and says why a parent was not contacted. */
  'referral.contact': STAFF,
  /** Sets the day on which to call back. */
  'referral.followUp': STAFF,
  /** Gets what colleagues leave due for more than one business day in the own list of today. */
  'referral.stepIn': SUPERUSER_ONLY,
  /** Sees which referrals may be of the same person. */
  'referral.listDuplicates': SUPERUSER_ONLY,
  /** Says that two referrals are not of the same person. */
  'referral.markNotSamePerson': SUPERUSER_ONLY,
  /** Asks for consents, enters those signed on paper, revokes them, and gives answers by them. */
  'referral.consents': STAFF,
  /** Reads the accounting of disclosures, and confirms consents after a restore. */
  'referral.accounting': SUPERUSER_ONLY,
  /** Reads the own referral, which the login was made for, and decides who may know of it. */
  'referral.readOwn': ['REFERRAL'],
  'referral.assignOwner': SUPERUSER_ONLY,
  /** Can be the owner of a referral. */
  'referral.beOwner': SUPERUSER_ONLY,
  'site.add': SUPERUSER_ONLY,
  'site.update': SUPERUSER_ONLY,
  'site.delete': SUPERUSER_ONLY,
  /** Restores a deleted site. */
  'site.restore': SUPERUSER_ONLY,
  /** Marks sites as the provider's own or outside of it, and sets their standard for the first attempt. */
  'site.mark': SUPERUSER_ONLY,
  'account.list': SUPERUSER_ONLY,
  'account.listManagers': SUPERUSER_ONLY,
  /** Adds accounts that need no approval. */
  'account.add': SUPERUSER_ONLY,
  'account.approve': SUPERUSER_ONLY,
  'account.update': SUPERUSER_ONLY,
  'account.deactivate': SUPERUSER_ONLY,
  'account.reactivate': SUPERUSER_ONLY,
  'account.changePassword': EVERYONE_SIGNED_IN,
  /** Reads and sets their own preferences. */
  'account.preferences': STAFF,
  /** Sees and changes the checklist of the first day, and sends test emails. */
  'setup.manage': SUPERUSER_ONLY,
  'superuser.add': SUPERUSER_ONLY,
  'audit.list': SUPERUSER_ONLY,
  'notice.list': EVERYONE_SIGNED_IN,
  /** Sees notices about the installation. */
  'notice.listOperational': SUPERUSER_ONLY,
  ...START_PERMISSIONS,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof PERMISSIONS;

/**
 * Whether a role may take an action. Unknown roles and actions are refused.
 * @param role the caller's role as the server knows it; undefined for a visitor
 */
export const can = (role: Role | undefined, action: Action): boolean =>
  isAllowed(PERMISSIONS, role, action);

/** The roles that may take an action. */
export function rolesWith(action: Action): Role[] {
  return ROLES.filter((role) => can(role, action));
}
