import type { AuthProvider } from 'react-admin';
import { type Action, can } from '../../contract/permissions';
import type { SessionStore } from './sessionStore';

/**
 * React-admin's view of the session. Where a signed-out person goes, and what they are told, is the guard's business
 * (shared/Guard), and a session that ends mid-work that of the sign-in dialog (layout/SignInAgain): nothing here redirects.
 */
export function createAuthProvider(session: SessionStore) {
  return {
    /** Signing in is a public page of its own. */
    login: async () => {},

    /** Called by react-admin when there is nobody to sign out any more; 'Logout' is shared/useLogOut. */
    logout: async () => false as const,

    checkAuth: async () => {
      if (session.get().status !== 'signed-in') throw new Error('Signed out');
    },

    /**
     * A 401 has survived a refresh, and a person who did not come back. Rejecting makes react-admin forget what it holds,
     * here without a toast of its own. While someone is signed in it is a refusal like any other.
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

    /** Answers a question, `(action) => boolean`, by the contract's table. */
    getPermissions: async () => (action: Action) => can(session.get().user?.role, action),
  } satisfies AuthProvider;
}
