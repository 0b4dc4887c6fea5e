import type { ReactNode } from 'react';
import { useMayAct } from '../useFollowUpRules';

/** Renders its children for a person who may act on referrals. */
export function MayAct({ children }: { children: ReactNode }) {
  return useMayAct() === true ? children : null;
}
