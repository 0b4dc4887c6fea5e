/** Every path of the web app and who may open it (spec section 2, "Route table"). No other file contains a path. */
import { matchRoutes } from 'react-router';
import { canAtStart, type StartAction } from '../../contract/startPermissions';
import type { SessionSubject } from '../../contract/entities/session';
import { getRoleTraits } from '../../contract/roles';
import type { Features } from '../api/client';

/**
 * The resources of the data provider. react-admin derives a resource's routes from its name, so the name of a resource with a
 * page is the page's path in the specification.
 */
export const RESOURCES = {
  referrals: 'admin',
  today: 'today',
  heldReferrals: 'held',
  deletedReferrals: 'deleted',
  accounts: 'accounts/list',
  pendingUsers: 'pending-users',
  sites: 'sites',
  audit: 'audit',
  /** What the person filed, for those outside of the program. It has no page of its own. */
  filed: 'filed',
  managers: 'managers',
  counties: 'counties',
  superusers: 'superusers',
  notices: 'notices',
  profile: 'profile',
  setup: 'setup',
} as const;

interface AppRoute {
  readonly path: string;
  /** The action an approved person's role must be allowed; absent on public pages. */
  readonly needs?: StartAction;
  /** Each record has an address below the path: its id. */
  readonly hasRecords?: true;
  /** Its links carry a secret in the URL fragment: a receipt's code, or the token of an email about news. */
  readonly hasSecret?: true;
}

export const routes = {
  home: { path: '/' },
  login: { path: '/login' },
  register: { path: '/register' },
  forgotPassword: { path: '/forgot-password' },
  resetPassword: { path: '/reset-password' },
  /** Target of the link in the registration e-mail; an addition to the specification. */
  confirmEmail: { path: '/confirm-email' },
  /** Where the holder of a receipt looks it up; an addition to the specification. */
  track: { path: '/track', hasSecret: true },
  /** Where the links of emails about news lead; an addition to the specification. */
  newsLink: { path: '/mails', hasSecret: true },
  /** Where a device that was handed over shows one consent; an addition to the specification. */
  sign: { path: '/sign' },
  referrals: { path: `/${RESOURCES.referrals}`, needs: 'screen.referrals', hasRecords: true },
  today: { path: `/${RESOURCES.today}`, needs: 'screen.today', hasRecords: true },
  profile: { path: `/${RESOURCES.profile}`, needs: 'screen.profile' },
  accounts: { path: `/${RESOURCES.accounts}`, needs: 'screen.accounts', hasRecords: true },
  sites: { path: `/${RESOURCES.sites}`, needs: 'screen.sites', hasRecords: true },
  poster: { path: '/sites/poster', needs: 'site.poster' },
  heldReferrals: { path: `/${RESOURCES.heldReferrals}`, needs: 'screen.held' },
  deletedReferrals: { path: `/${RESOURCES.deletedReferrals}`, needs: 'screen.deleted' },
  audit: { path: `/${RESOURCES.audit}`, needs: 'screen.audit' },
} as const satisfies Record<string, AppRoute>;

/** Id of the profile section that changes the password. */
export const CHANGE_PASSWORD_ID = 'change-password';
export const changePasswordLink = `${routes.profile.path}#${CHANGE_PASSWORD_ID}`;

const isSignedInRoute = (route: AppRoute): route is Required<Pick<AppRoute, 'needs'>> & AppRoute =>
  route.needs !== undefined;

/** The pages that need a signed-in person; their code is loaded only then. */
export const signedInRoutes = Object.values<AppRoute>(routes).filter(isSignedInRoute);

const patterns = Object.values<AppRoute>(routes).map((route) => ({
  path: route.hasRecords ? `${route.path}/:id?` : route.path,
  route,
}));

/** The route of a path, which may be the address of one of its records; undefined for an unknown path. */
export function findRoute(pathname: string): AppRoute | undefined {
  return matchRoutes(patterns, pathname)?.at(-1)?.route.route;
}

/** The page of a path that needs a signed-in person; undefined for any other path. */
export function findSignedInRoute(pathname: string) {
  const route = findRoute(pathname);
  return route && isSignedInRoute(route) ? route : undefined;
}

/**
 * Where the guard redirects a person who may not open a route (spec section 2): a visitor to /login, anyone else to /.
 * @returns a path, or null when the route may be opened
 */
export function guardTarget(user: SessionSubject | null, needs: StartAction): string | null {
  if (!user) return routes.login.path;
  return user.approved && canAtStart(user.role, needs) ? null : routes.home.path;
}

/**
 * Where a person who may act on referrals starts, if the server has the list of what is to do today.
 * @param mayAct whether the server says so; asked only of who may not act at every site
 */
export async function startAfterLogin(
  user: SessionSubject,
  features: Features,
  mayAct: () => Promise<boolean>,
): Promise<string> {
  const start = landingAfterLogin(user);
  const { path, needs } = routes.today;
  if (start !== routes.referrals.path || guardTarget(user, needs) !== null) return start;
  await features.load();
  if (!features.offers('contact')) return start;
  if (canAtStart(user.role, 'referral.actAnywhere')) return path;
  return (await mayAct().catch(() => false)) ? path : start;
}

/** Where a person lands after signing in (spec section 2, "Login page"). */
export function landingAfterLogin(user: SessionSubject): string {
  return routes[getRoleTraits(user.role).home].path;
}
