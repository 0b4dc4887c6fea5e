/** Every path of the web app and who may open it (spec section 2, "Route table"). No other file contains a path. */
import { type Action, can } from '../../contract/permissions';
import type { SessionSubject } from '../../contract/entities/session';
import { getRoleTraits } from '../../contract/roles';

interface AppRoute {
  readonly path: string;
  /** The action an approved person's role must be allowed; absent on public pages. */
  readonly needs?: Action;
}

export const routes = {
  home: { path: '/' },
  login: { path: '/login' },
  register: { path: '/register' },
  forgotPassword: { path: '/forgot-password' },
  resetPassword: { path: '/reset-password' },
  /** Target of the link in the registration e-mail; an addition to the specification. */
  confirmEmail: { path: '/confirm-email' },
  referrals: { path: '/admin', needs: 'screen.referrals' },
  profile: { path: '/profile', needs: 'screen.profile' },
  accounts: { path: '/accounts/list', needs: 'screen.accounts' },
  sites: { path: '/sites', needs: 'screen.sites' },
  poster: { path: '/sites/poster', needs: 'screen.poster' },
  suspected: { path: '/suspected', needs: 'screen.suspected' },
  audit: { path: '/audit', needs: 'screen.audit' },
} as const satisfies Record<string, AppRoute>;

/** Id of the profile section that changes the password. */
export const CHANGE_PASSWORD_ID = 'change-password';
export const changePasswordLink = `${routes.profile.path}#${CHANGE_PASSWORD_ID}`;

/** The pages that need a signed-in person; their code is loaded only then. */
export const signedInRoutes = Object.values(routes).filter((route) => 'needs' in route);

/**
 * Where the guard redirects a person who may not open a route (spec section 2): a visitor to /login, anyone else to /.
 * @returns a path, or null when the route may be opened
 */
export function guardTarget(user: SessionSubject | null, needs: Action): string | null {
  if (!user) return routes.login.path;
  return user.approved && can(user.role, needs) ? null : routes.home.path;
}

/** Where a person lands after signing in (spec section 2, "Login page"). */
export function landingAfterLogin(user: SessionSubject): string {
  return routes[getRoleTraits(user.role).home].path;
}
