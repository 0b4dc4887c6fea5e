import type { Elements } from '../../../app/elements';
import { useMayAct } from '../useFollowUpRules';

/** Renders its children for a person who may act on referrals. */
export function MayAct({ children }: { children: Elements }) {
  return useMayAct() === true ? children : null;
}
