import type { AuthProvider } from 'react-admin';
import { type Action, can } from '../../contract/permissions';
import type { SessionStore } from './sessionStore';

/**
 * React-admin's view of the session. Where a signed-out person goes, and what they are told, is the guard's business
 * (shared/Guard): nothing here redirects.
 * @param endSession signs out here and, where it can, on the server
 */
export function createAuthProvider(session: SessionStore, endSession: () => void) {
  return {
    /** Signing in is a public page of its own. */
    login: async () => {},

    logout: async () => {
      endSession();
      return false as const;
    },

    checkAuth: async () => {
      if (session.get().status !== 'signed-in') throw new Error('Signed out');
    },

    /** A 401 has already survived one refresh. Rejecting makes react-admin log out, here without a toast of its own. */
    checkError: async (error: { status?: number }) => {
      if (error.status === 401) throw Object.assign(new Error(), { message: false });
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
