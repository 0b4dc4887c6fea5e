import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Action } from '../../contract/permissions';
import { guardReason, type GuardState } from './guardReason';
import { Loading } from './Loading';
import { guardTarget } from './routes';
import { useSession } from './services';

/**
 * Shows its children only to a person who may open them (spec section 2, "Guard"); others never download them.
 * They stay when the session ends by itself, as long as its person may come back.
 * @param needs what the person's role must be allowed to
 */
export function Guard({ needs, children }: { needs: Action; children: ReactNode }) {
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
