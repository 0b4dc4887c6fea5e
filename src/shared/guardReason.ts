import type { Session } from '../authProvider/sessionStore';

/** Why the guard sent someone elsewhere. Travels in the router's state, never in the address. */
export type GuardReason =
  'signInNeeded' | 'sessionEnded' | 'unreachable' | 'notApproved' | 'notAllowed';

/** The router state of a redirect by the guard. */
export interface GuardState {
  readonly reason: GuardReason;
  /** The path that was asked for. */
  readonly from: string;
}

/**
 * @param session who asked, after the guard refused
 * @param wasOpen whether the page was open until now
 */
export function guardReason({ user, endedBy }: Session, wasOpen: boolean): GuardReason {
  if (!user && endedBy === 'unreachable') return 'unreachable';
  if (!user) return wasOpen ? 'sessionEnded' : 'signInNeeded';
  return user.approved ? 'notAllowed' : 'notApproved';
}

/** Reads the state back; anything else in it is not ours. */
export function readGuardState(state: unknown): GuardState | null {
  if (typeof state !== 'object' || state === null || !('reason' in state)) return null;
  return state as GuardState;
}
