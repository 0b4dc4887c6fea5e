import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Action } from '../../contract/permissions';
import { guardReason, type GuardState } from './guardReason';
import { Loading } from './Loading';
import { guardTarget } from './routes';
import { useSession } from './services';

/**
 * The route guard (spec section 2, "Guard"): renders its children only for a person who may open them; others are redirected
 * and never download their code. The children stay mounted while an ended session waits for its person to sign in again.
 * @param needs the action the person's role must be allowed
 */
export function RequireAccess({ needs, children }: { needs: Action; children: ReactNode }) {
  const session = useSession();
  const { status, user } = session;
  const { pathname } = useLocation();
  const target = guardTarget(user, needs);
  const [wasOpen, setWasOpen] = useState(false);
  if (target === null && !wasOpen) setWasOpen(true);

  if (status === 'checking') return <Loading />;
  if (target === null) return children;
  const state: GuardState = { reason: guardReason(session, wasOpen), from: pathname };
  return <Navigate to={target} replace state={state} />;
}
