import { useEffect, useRef } from 'react';
import {
  type NavigateFunction,
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router';
import type { ReferralFormMode } from './DraftProvider';
import type { ReferralFormState } from './referralFormState';

/** The router's state of an entry of step 2: nothing about the person. */
const STEP_2 = { formStep: 2 } as const;

/** Whether the router's state is that of an entry of step 2. The entry below it is that of step 1. */
export const isStep2Entry = (state: unknown): boolean =>
  (state as Partial<typeof STEP_2> | null)?.formStep === STEP_2.formStep;

interface Steps {
  readonly next: () => void;
  readonly back: () => void;
}

/**
 * Gives step 2 of the public form an entry in the browser's history, above that of step 1: the browser's 'Back' leads to step 1
 * with what was typed, and its 'Forward' to step 2. What was typed stays in memory: an entry that is opened without it, as
 * after a reload, leads back to step 1.
 */
export function useStepHistory(
  mode: ReferralFormMode,
  { step, phase, draft }: Pick<ReferralFormState, 'step' | 'phase' | 'draft'>,
  steps: Steps,
): void {
  const navigate = useNavigate();
  const location = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const isBusy = phase === 'sending' || phase === 'added';
  const { key } = location;
  const seenKey = useRef<string>(undefined);
  const leavingKey = useRef<string>(undefined);

  const follow = () => {
    const isMoved = seenKey.current !== key;
    seenKey.current = key;
    if (leavingKey.current !== key) leavingKey.current = undefined;
    const isStep2 = isStep2Entry(location.state);
    if (mode === 'staff' || isBusy || isStep2 === (step === 'complete')) return;
    const leaveStep2 = () => {
      if (leavingKey.current === key) return;
      leavingKey.current = key;
      void navigate(-1);
    };

    if (isMoved && isPop && !isStep2) steps.back();
    else if (isMoved && isPop && draft.substance.length > 0 && draft.site) steps.next();
    else if (isStep2) leaveStep2();
    else enterStep2(navigate, location);
  };
  const latest = useRef(follow);
  useEffect(() => {
    latest.current = follow;
  });
  useEffect(() => latest.current(), [key, step, isBusy]);
}

function enterStep2(
  navigate: NavigateFunction,
  { pathname, search, hash, state }: ReturnType<typeof useLocation>,
): void {
  // The focus decides what is in view, not the place where the other step was left.
  window.history.scrollRestoration = 'manual';
  void navigate({ pathname, search, hash }, { state: { ...state, ...STEP_2 } });
}
