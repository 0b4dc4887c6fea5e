import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider } from 'react-admin';
import type { Role } from '../../contract/constants';
import { type Action, can, PERMISSIONS } from '../../contract/permissions';
import { findRoute, RESOURCES } from '../app/routes';
import type { SessionStore } from '../app/session';

/**
 * react-admin's auth provider, backed by the session. It never redirects: RequireAccess decides where a signed-out person
 * goes and which message they see; the sign-in dialog (layout/SignInAgain) handles a session that ends mid-work.
 */
export function createAuthProvider(session: SessionStore) {
  return {
    /** Does nothing: signing in is a public page. */
    login: async () => {},

    /** react-admin calls this only once nobody is signed in; 'Logout' is session/useLogOut. */
    logout: async () => false as const,

    checkAuth: async () => {
      if (session.get().status !== 'signed-in') throw new Error('Signed out');
    },

    /**
     * Rejects a 401 once nobody is signed in: the refresh failed and the person did not sign in again. react-admin then
     * clears its data; `message: false` suppresses its notification. While someone is signed in, a 401 is a refusal like
     * any other.
     */
    checkError: async (error: { status?: number }) => {
      const isOver = error.status === 401 && session.get().status !== 'signed-in';
      if (isOver) throw Object.assign(new Error(), { message: false });
    },

    getIdentity: async () => {
      const { user } = session.get();
      if (!user) throw new Error('Signed out');
      return { id: user.username, fullName: user.fullname || user.username };
    },

    canAccess: async ({ resource, action }) =>
      canAccess(session.get().user?.role, resource, action),
  } satisfies AuthProvider;
}

/** The entity of a resource in the permission table, whose actions are named `<entity>.<action>`. */
const ENTITIES: Readonly<Record<string, string>> = {
  [RESOURCES.referrals]: 'referral',
  [RESOURCES.heldReferrals]: 'referral',
  [RESOURCES.deletedReferrals]: 'referral',
  [RESOURCES.accounts]: 'account',
  [RESOURCES.pendingUsers]: 'account',
  [RESOURCES.superusers]: 'superuser',
  [RESOURCES.sites]: 'site',
  [RESOURCES.notices]: 'notice',
  [RESOURCES.setup]: 'setup',
};

/** react-admin's actions that the permission table names otherwise. */
const ACTIONS: Readonly<Record<string, string>> = { create: 'add', edit: 'update' };
const REACT_ADMIN_ACTIONS = Object.fromEntries(
  Object.entries(ACTIONS).map(([action, inTable]) => [inTable, action]),
);

/**
 * Whether a role may take an action on a resource, such as 'site.update' for `edit` of sites. `list` and `show` of a resource with
 * a page need what its route needs, and its records what their list needs. What the permission table does not name is refused.
 */
function canAccess(role: Role | undefined, resource: string, action: string): boolean {
  const page = findRoute(`/${resource}`);
  const needs = `${ENTITIES[resource]}.${ACTIONS[action] ?? action}`;
  if (page && (action === 'list' || action === 'show')) {
    const mayOpen = page.needs !== undefined && can(role, page.needs);
    return mayOpen && (!Object.hasOwn(PERMISSIONS, needs) || can(role, needs as Action));
  }
  return can(role, needs as Action);
}

/**
 * Puts what a role may do into the cache that `useCanAccess` reads. Otherwise each answer would come a render later, and menu items
 * and buttons would appear one after the other.
 */
export function cacheAccess(queryClient: QueryClient, role: Role | undefined): void {
  const queryKey = ['auth', 'canAccess'];
  queryClient.setQueryDefaults(queryKey, { staleTime: Infinity, gcTime: Infinity });
  for (const resource of Object.values(RESOURCES)) {
    const inTable = Object.keys(PERMISSIONS)
      .filter((key) => key.startsWith(`${ENTITIES[resource]}.`))
      .map((key) => key.slice(key.indexOf('.') + 1));
    for (const action of [
      'list',
      'show',
      ...inTable.map((key) => REACT_ADMIN_ACTIONS[key] ?? key),
    ]) {
      const answer = canAccess(role, resource, action);
      queryClient.setQueryData([...queryKey, { resource, action }], answer);
    }
  }
  // react-admin asks for permissions, too, and renders its routes again with the answer; without getPermissions it is this one.
  queryClient.setQueryData(['auth', 'getPermissions', {}], []);
}
