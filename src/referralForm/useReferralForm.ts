import { type RefCallback, useCallback, useEffect, useReducer, useRef } from 'react';
import { DELAYS } from '../../contract/constants';
import { toApiError } from '../api/ApiError';
import { useServices } from '../shared/services';
import { useLeaveWarning } from '../shared/useLeaveWarning';
import { type ReferralDraft, toSubmission } from './referralDraft';
import { type DraftPlace, useDraftStore } from './DraftProvider';
import {
  hasUserInput,
  INITIAL_STATE,
  reduceReferralForm,
  type ReferralFormState,
} from './referralFormState';
import { useSpamSignals } from './useSpamSignals';

/** Where the form is used: the public page or the staff dialog. */
export type ReferralFormMode = DraftPlace;

export interface ReferralFormControls {
  readonly state: ReferralFormState;
  /** Ref of the honeypot field; null when the form has none. */
  readonly honeypotRef: RefCallback<HTMLInputElement> | null;
  /** Whether closing the form now would lose input. */
  readonly hasInput: boolean;
  change(change: Partial<ReferralDraft>): void;
  /** Preselects the site of the link that led here, unless there is input. */
  linkSite(site: NonNullable<ReferralDraft['site']>): void;
  next(): void;
  back(): void;
  /** Sends the referral, or first asks a visitor of the public page whether to continue as a guest. */
  finish(): void;
  continueAsGuest(): void;
  closeNotice(): void;
  /** Sends it again, as guest or with the account as before. */
  tryAgain(): void;
  /** Clears the problem after the person has signed in again over the form. */
  signedIn(): void;
}

interface Listeners {
  /** Called when the form has been reset after a success, to reload data. */
  onDone: () => void;
  /** Called with the outcome of sending as soon as it is known, even after the form has unmounted. */
  onOutcome?: (wasAdded: boolean) => void;
}

/**
 * Form state and submission of the referral form. The draft is never in the browser's storage. It survives failures; the
 * public page's draft also survives visiting another page, the staff dialog's the end of the session.
 */
export function useReferralForm(
  mode: ReferralFormMode,
  listeners: Listeners,
): ReferralFormControls {
  const { api, session } = useServices();
  const draftStore = useDraftStore(mode);
  const spamSignals = useSpamSignals(mode);
  const [state, dispatch] = useReducer(reduceReferralForm, null, () => ({
    ...INITIAL_STATE,
    ...draftStore.read(),
  }));
  const sending = useRef(false);
  const sentAs = useRef<'guest' | 'account'>('account');
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });

  useEffect(() => {
    if (state.phase !== 'added') return undefined;
    const timer = setTimeout(() => {
      dispatch({ type: 'reset' });
      latest.current.onDone();
    }, DELAYS.afterReferralAdded);
    return () => clearTimeout(timer);
  }, [state.phase]);

  const { draft, step, startedAt, sentSignals } = state;
  const isUnsent = hasUserInput(state) && state.phase !== 'added';
  useLeaveWarning(isUnsent);
  const hasStarted = startedAt !== null;
  useEffect(() => {
    if (hasStarted) api.preload();
  }, [api, hasStarted, step]);
  useEffect(() => {
    draftStore.save(isUnsent ? { draft, step, startedAt, sentSignals } : null);
  }, [draftStore, isUnsent, draft, step, startedAt, sentSignals]);

  // Signing out discards the input, so that the next person at this screen does not see it.
  useEffect(() => {
    let owner = session.get().user?.username;
    return session.subscribe(() => {
      const { user, hasSignedOut } = session.get();
      const isOtherPerson = user && user.username !== (owner ?? user.username);
      if (hasSignedOut || isOtherPerson) dispatch({ type: 'emptied' });
      owner = user?.username ?? owner;
    });
  }, [session]);

  const linkSite = useCallback<ReferralFormControls['linkSite']>(
    (site) => dispatch({ type: 'siteLinked', site }),
    [],
  );

  const send = async (as: 'guest' | 'account') => {
    if (sending.current || state.phase === 'added') return;
    sending.current = true;
    sentAs.current = as;
    const signals = as === 'guest' ? (sentSignals ?? spamSignals.read(startedAt)) : null;
    dispatch({ type: 'sent', signals: signals });
    const body = toSubmission(state.draft);
    try {
      if (as === 'guest') {
        await api.call('addGuestReferral', { body: { ...body, ...signals } });
      } else {
        await api.call('addReferral', { body });
      }
      // Also when the person is on another page by now.
      draftStore.save(null);
      dispatch({ type: 'added' });
      latest.current.onOutcome?.(true);
    } catch (error) {
      latest.current.onOutcome?.(false);
      dispatch({ type: 'failed', error: toApiError(error) });
    } finally {
      sending.current = false;
    }
  };

  return {
    state,
    honeypotRef: spamSignals.honeypotRef,
    hasInput: isUnsent && state.phase !== 'sending',
    change: (change) => dispatch({ type: 'changed', change, at: performance.now() }),
    linkSite,
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
