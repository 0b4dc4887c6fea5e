/**
 * The rows of the permissions (permissions.ts) that pages ask before the signed-in app is loaded: who may open a screen, and where
 * somebody starts. Every visitor downloads them.
 */
import type { Role } from './constants';

export const STAFF = ['SUPERUSER', 'MANAGER'] as const;
export const SUPERUSER_ONLY = ['SUPERUSER'] as const;

/** Action → the roles that may take it. */
export const START_PERMISSIONS = {
  'screen.home': STAFF,
  /** The referrals, or for those outside of the program what they filed; leads those who filed none to the start page. */
  'screen.referrals': ['SUPERUSER', 'MANAGER', 'ADMIN', 'SITE_USER'],
  'screen.today': STAFF,
  'screen.profile': ['SUPERUSER', 'MANAGER', 'REFERRAL'],
  'screen.accounts': SUPERUSER_ONLY,
  'screen.sites': SUPERUSER_ONLY,
  'screen.held': SUPERUSER_ONLY,
  'screen.deleted': SUPERUSER_ONLY,
  'screen.audit': SUPERUSER_ONLY,
  /** Makes a poster with a link to the referral form. */
  'site.poster': SUPERUSER_ONLY,
  /**
   * Saves attempts, days to call back and notes, and works with consents, at any site. Others do at the sites that are marked as the
   * provider's own.
   */
  'referral.actAnywhere': SUPERUSER_ONLY,
} as const satisfies Record<string, readonly Role[]>;

export type StartAction = keyof typeof START_PERMISSIONS;

/**
 * Whether a role may take an action of a table. Unknown roles and actions are refused.
 * @param role the role as the server knows it; undefined for a visitor
 */
export function isAllowed<Actions extends string>(
  table: Readonly<Record<Actions, readonly Role[]>>,
  role: Role | undefined,
  action: Actions,
): boolean {
  if (!Object.hasOwn(table, action)) return false;
  return (table[action] as readonly (Role | undefined)[]).includes(role);
}

/** Whether a role may take one of these actions. */
export const canAtStart = (role: Role | undefined, action: StartAction): boolean =>
  isAllowed(START_PERMISSIONS, role, action);
