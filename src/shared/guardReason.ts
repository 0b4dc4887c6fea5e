import type { Session } from '../authProvider/sessionStore';

/** Why the guard redirected. Passed in the router's state, never in the URL. */
export type GuardReason =
  'signInNeeded' | 'sessionEnded' | 'unreachable' | 'notApproved' | 'notAllowed';

/** The router state of a redirect by the guard. */
export interface GuardState {
  readonly reason: GuardReason;
  /** The requested path. */
  readonly from: string;
}

/**
 * The reason for a redirect.
 * @param session the session the guard refused
 * @param wasOpen whether the page was open until now
 */
export function guardReason({ user, endedBy }: Session, wasOpen: boolean): GuardReason {
  if (!user && endedBy === 'unreachable') return 'unreachable';
  if (!user) return wasOpen ? 'sessionEnded' : 'signInNeeded';
  return user.approved ? 'notAllowed' : 'notApproved';
}

/** Reads the guard's state from the router's; null if it is anything else. */
export function readGuardState(state: unknown): GuardState | null {
  if (typeof state !== 'object' || state === null || !('reason' in state)) return null;
  return state as GuardState;
}
