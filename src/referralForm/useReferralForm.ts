import { useEffect, useReducer, useRef } from 'react';
import { DELAYS } from '../../contract/constants';
import { ApiError } from '../api/ApiError';
import { useServices } from '../shared/services';
import { isTouched, type ReferralDraft, toSubmission } from './referralDraft';
import { useDraftKeeper } from './KeptDraft';
import { INITIAL_STATE, reduceReferralForm, type ReferralFormState } from './referralFormState';

/** Where the form stands: the public page, or the staff dialog. */
export type ReferralFormMode = 'public' | 'staff';

export interface ReferralFormControls {
  readonly state: ReferralFormState;
  change(change: Partial<ReferralDraft>): void;
  next(): void;
  back(): void;
  /** Sends it, or first asks a visitor of the public page whether to go on as a guest. */
  finish(): void;
  continueAsGuest(): void;
  closeNotice(): void;
  /** Sends it once more, the way it was sent before. */
  tryAgain(): void;
  /** The person has signed in again over the form. */
  signedIn(): void;
}

/**
 * The referral form's mind: its draft, its two steps, and its sending. The draft lives here only, never in the browser's
 * storage, and survives whatever goes wrong; that of the public page also a look at another page.
 * @param onDone called when the form has been reset after a success, to have data fetched afresh
 */
export function useReferralForm(mode: ReferralFormMode, onDone: () => void): ReferralFormControls {
  const { api, session } = useServices();
  const keeper = useDraftKeeper();
  const keeps = mode === 'public';
  const [state, dispatch] = useReducer(reduceReferralForm, keeps, (isPublic) => ({
    ...INITIAL_STATE,
    ...(isPublic && keeper.read()),
  }));
  const sending = useRef(false);
  const sentAs = useRef<'guest' | 'account'>('account');
  const latestDone = useRef(onDone);
  useEffect(() => {
    latestDone.current = onDone;
  });

  useEffect(() => {
    if (state.phase !== 'added') return undefined;
    const timer = setTimeout(() => {
      dispatch({ type: 'reset' });
      latestDone.current();
    }, DELAYS.afterReferralAdded);
    return () => clearTimeout(timer);
  }, [state.phase]);

  const { draft, step } = state;
  const isUnsent = isTouched(draft) && state.phase !== 'added';
  useLeaveWarning(isUnsent);
  useEffect(() => {
    if (keeps) keeper.keep(isUnsent ? { draft, step } : null);
  }, [keeps, keeper, isUnsent, draft, step]);

  // Whoever signs out leaves nothing typed behind for the next person at this screen.
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get().hasLeft) dispatch({ type: 'emptied' });
      }),
    [session],
  );

  const send = async (as: 'guest' | 'account') => {
    if (sending.current || state.phase === 'added') return;
    sending.current = true;
    sentAs.current = as;
    dispatch({ type: 'sent' });
    const body = toSubmission(state.draft);
    try {
      await api.call(as === 'guest' ? 'addGuestReferral' : 'addReferral', { body });
      // Also when the person has gone to another page meanwhile.
      if (keeps) keeper.keep(null);
      dispatch({ type: 'added' });
    } catch (error) {
      dispatch({
        type: 'failed',
        error: error instanceof ApiError ? error : new ApiError('network'),
      });
    } finally {
      sending.current = false;
    }
  };

  return {
    state,
    change: (change) => dispatch({ type: 'changed', change }),
    next: () => dispatch({ type: 'next' }),
    back: () => dispatch({ type: 'back' }),
    finish: () => {
      if (sending.current) return;
      const isGuest = mode === 'public' && session.get().status !== 'signed-in';
      if (isGuest) dispatch({ type: 'noticeOpened' });
      else void send('account');
    },
    continueAsGuest: () => void send('guest'),
    closeNotice: () => dispatch({ type: 'noticeClosed' }),
    tryAgain: () => void send(sentAs.current),
    signedIn: () => dispatch({ type: 'signedIn' }),
  };
}

/** Has the browser ask before a page with unsent input is closed. */
function useLeaveWarning(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wanted]);
}
