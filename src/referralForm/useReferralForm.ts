import { type RefCallback, useCallback, useEffect, useReducer, useRef } from 'react';
import { DELAYS } from '../../contract/constants';
import { ApiError } from '../api/ApiError';
import { useServices } from '../shared/services';
import { useLeaveWarning } from '../shared/useLeaveWarning';
import { type ReferralDraft, toSubmission } from './referralDraft';
import { type DraftPlace, useDraftKeeper } from './KeptDraft';
import {
  hasEntered,
  INITIAL_STATE,
  reduceReferralForm,
  type ReferralFormState,
} from './referralFormState';
import { useGuestMarks } from './useGuestMarks';

/** Where the form stands: the public page, or the staff dialog. */
export type ReferralFormMode = DraftPlace;

export interface ReferralFormControls {
  readonly state: ReferralFormState;
  /** Takes the field no person sees; null where there is none. */
  readonly takeTrap: RefCallback<HTMLInputElement> | null;
  /** Whether closing the form now would lose something. */
  readonly hasInput: boolean;
  change(change: Partial<ReferralDraft>): void;
  /** Chooses the site of the link that led here, unless something was entered already. */
  linkSite(site: NonNullable<ReferralDraft['site']>): void;
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

interface Listeners {
  /** Called when the form has been reset after a success, to have data fetched afresh. */
  onDone: () => void;
  /** Told what came of sending as soon as it is known, also when the form is gone by then. */
  onOutcome?: (wasAdded: boolean) => void;
}

/**
 * The referral form's mind: its draft, its two steps, and its sending. The draft lives here only, never in the browser's
 * storage, and survives whatever goes wrong: that of the public page a look at another page, that of the staff dialog the end
 * of the session.
 */
export function useReferralForm(
  mode: ReferralFormMode,
  listeners: Listeners,
): ReferralFormControls {
  const { api, session } = useServices();
  const keeper = useDraftKeeper(mode);
  const marks = useGuestMarks(mode);
  const [state, dispatch] = useReducer(reduceReferralForm, null, () => ({
    ...INITIAL_STATE,
    ...keeper.read(),
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

  const { draft, step, begunAt, sentMarks } = state;
  const isUnsent = hasEntered(state) && state.phase !== 'added';
  useLeaveWarning(isUnsent);
  const hasBegun = begunAt !== null;
  useEffect(() => {
    if (hasBegun) api.prepare();
  }, [api, hasBegun, step]);
  useEffect(() => {
    keeper.keep(isUnsent ? { draft, step, begunAt, sentMarks } : null);
  }, [keeper, isUnsent, draft, step, begunAt, sentMarks]);

  // Whoever signs out leaves nothing typed behind for the next person at this screen.
  useEffect(() => {
    let owner = session.get().user?.username;
    return session.subscribe(() => {
      const { user, hasLeft } = session.get();
      const isOfAnother = user && user.username !== (owner ?? user.username);
      if (hasLeft || isOfAnother) dispatch({ type: 'emptied' });
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
    const guestMarks = as === 'guest' ? (sentMarks ?? marks.read(begunAt)) : null;
    dispatch({ type: 'sent', marks: guestMarks });
    const body = toSubmission(state.draft);
    try {
      if (as === 'guest') {
        await api.call('addGuestReferral', { body: { ...body, ...guestMarks } });
      } else {
        await api.call('addReferral', { body });
      }
      // Also when the person has gone to another page meanwhile.
      keeper.keep(null);
      dispatch({ type: 'added' });
      latest.current.onOutcome?.(true);
    } catch (error) {
      latest.current.onOutcome?.(false);
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
    takeTrap: marks.takeTrap,
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
