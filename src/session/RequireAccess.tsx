import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Elements } from '../app/elements';
import type { StartAction } from '../../contract/startPermissions';
import type { Session } from '../app/session';
import { useT } from '../i18n/I18nProvider';
import { Loading } from '../app/lazyComponent';
import { StatusMessage } from '../ui/Message';
import { guardTarget, routes } from '../app/routes';
import { useSession } from '../app/services';

/**
 * The route guard (spec section 2, "Guard"): renders its children only for a person who may open them; others are redirected
 * and never download their code. The children stay mounted while an ended session waits for its person to sign in again.
 * @param needs the action the person's role must be allowed
 */
export function RequireAccess({ needs, children }: { needs: StartAction; children: Elements }) {
  const session = useSession();
  const { status, user } = session;
  const { pathname } = useLocation();
  // Without approval, a login would be refused, too.
  const isOver = session.endedBy === 'notApproved';
  const target = isOver ? routes.home.path : guardTarget(user, needs);
  const [wasOpen, setWasOpen] = useState(false);
  if (target === null && !wasOpen) setWasOpen(true);

  if (status === 'checking') return <Loading />;
  if (target === null) return children;
  const reason = guardReason(session, wasOpen);
  const state: GuardState = { reason, from: pathname, loadedAt: performance.timeOrigin };
  return <Navigate to={target} replace state={state} />;
}

/** Why the guard redirected. Passed in the router's state, never in the URL. */
type GuardReason = 'signInNeeded' | 'sessionEnded' | 'unreachable' | 'notApproved' | 'notAllowed';

/** The router state of a redirect by the guard; other pages leave other states. */
export interface GuardState {
  readonly reason: GuardReason;
  /** The requested path. */
  readonly from: string;
  readonly loadedAt: number;
}

/**
 * Whether this page load has stored a message in the router's state. The browser keeps that state, so that after a reload, or in a
 * window restored days later, the message would appear again.
 */
export const isFromThisLoad = (state: { loadedAt?: number } | null): boolean =>
  state?.loadedAt === performance.timeOrigin;

/**
 * The reason for a redirect.
 * @param session the session the guard refused
 * @param wasOpen whether the page was open until now
 */
export function guardReason({ user, endedBy }: Session, wasOpen: boolean): GuardReason {
  if (endedBy === 'unreachable' || endedBy === 'notApproved') return endedBy;
  if (!user) return wasOpen ? 'sessionEnded' : 'signInNeeded';
  return user.approved ? 'notAllowed' : 'notApproved';
}

/** Explains why the guard redirected the person here, or that the approval of the account has ended. */
export function GuardNotice() {
  const t = useT();
  const redirect = useLocation().state as GuardState | null;
  const refusal = isFromThisLoad(redirect) && redirect?.reason;
  const reason = useSession().endedBy === 'notApproved' ? 'notApproved' : refusal;
  return <StatusMessage variant="note">{reason && t(`guard.${reason}`)}</StatusMessage>;
}
