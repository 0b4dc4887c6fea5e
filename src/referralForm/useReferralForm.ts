import { type ChangeEvent, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { DELAYS } from '../../contract/constants';
import type { Site } from '../../contract/entities/site';
import { toApiError } from '../api/ApiError';
import { useT } from '../i18n/I18nProvider';
import { now } from '../i18n/providerTime';
import { useServices } from '../app/services';
import { useIsHydrating } from '../ui/useIsHydrating';
import { useLeaveWarning } from '../ui/useLeaveWarning';
import { type ReferralFormMode, useDraftStore } from './DraftProvider';
import {
  readPlace,
  type ReferralDraft,
  type ReferralField,
  toSubmission,
  withPlace,
} from './referralDraft';
import { hasUserInput, INITIAL_STATE, reduceReferralForm } from './referralFormState';
import { useSpamSignals } from './useSpamSignals';
import { useStepHistory } from './useStepHistory';

export type ReferralFormControls = ReturnType<typeof useReferralForm>;

/** What the fields need of a form. */
export interface DraftForm extends Pick<ReferralFormControls, 'change' | 'errorOf'> {
  readonly state: { readonly draft: ReferralDraft };
}

/** Milliseconds until a page that has started counts as idle: Safari has no `requestIdleCallback`. */
const IDLE_AFTER = 500;

interface Options {
  mode: ReferralFormMode;
  /** The sites that a link may preselect; empty while they load. */
  sites: readonly Site[];
  /** Downloads the code of what comes after step 1. */
  preload: () => void;
  /** Called when the form has been reset after a success, to reload data. */
  onDone: () => void;
  /**
   * Called with the outcome of sending as soon as it is known, even after the form has unmounted; with the answer to an
   * account's.
   */
  onOutcome?: (wasAdded: boolean, answer?: unknown) => void;
}

/**
 * Form state and submission of the referral form. The draft is never in the browser's storage. It survives failures; the
 * public page's draft and receipt also survive visiting another page, the staff dialog's draft the end of the session.
 */
export function useReferralForm({ mode, sites, preload, ...listeners }: Options) {
  const t = useT();
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

  const { draft, step, startedAt, sentSignals, receipt } = state;
  const isUnsent = hasUserInput(state) && state.phase !== 'added';
  useLeaveWarning(isUnsent);
  // Downloaded even before the visitor begins, so that neither an upgrade nor a lost connection breaks the form later.
  const hasStarted = startedAt !== null;
  useEffect(() => {
    const preloadAll = () => {
      api.preload();
      preload();
    };
    if (hasStarted) {
      preloadAll();
      return undefined;
    }
    const timer = setTimeout(preloadAll, IDLE_AFTER);
    return () => clearTimeout(timer);
  }, [api, preload, hasStarted, step]);
  useEffect(() => {
    const unsent = isUnsent && { draft, step, startedAt, sentSignals };
    draftStore.save(unsent || receipt ? { ...unsent, receipt } : null);
  }, [draftStore, isUnsent, draft, step, startedAt, sentSignals, receipt]);

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

  // Preselects the site in the URL (`/?site=<id>`), as on a site's poster.
  const { search } = useLocation();
  const wanted = mode === 'public' ? new URLSearchParams(search).get('site') : null;
  const linked = wanted === null ? undefined : findLinkedSite(sites, wanted);
  // The server renders the page without the address.
  const isLinkGone = !useIsHydrating() && wanted !== null && sites.length > 0 && !linked;
  useEffect(() => {
    if (linked) dispatch({ type: 'siteLinked', site: { value: linked._id, label: linked.name } });
  }, [linked]);

  const next = () => dispatch({ type: 'next' });
  const back = () => dispatch({ type: 'back' });
  useStepHistory(mode, state, { next, back });

  const change = (changed: Partial<ReferralDraft>) =>
    dispatch({ type: 'changed', change: changed, at: performance.now() });

  // The place keeps the caption it was typed under, as the language may change.
  const [usedCaption, setUsedCaption] = useState('');
  const caption =
    usedCaption && draft.notes.startsWith(usedCaption)
      ? usedCaption
      : `${t('referralForm.place')}: `;

  const send = async (as: 'guest' | 'account') => {
    if (sending.current || state.phase === 'added') return;
    sending.current = true;
    sentAs.current = as;
    const signals = as === 'guest' ? (sentSignals ?? spamSignals.read(startedAt)) : null;
    dispatch({ type: 'sent', signals });
    const body = toSubmission(draft);
    const { guest_name } = draft;
    try {
      const answer: unknown =
        as === 'guest'
          ? await api.call('addGuestReferral', {
              body: { ...body, ...signals, ...(guest_name && { guest_name }) },
            })
          : await api.call('addReferral', { body });
      const added = {
        at: now().toISOString(),
        site: draft.site,
        trackingId: readText(answer, 'tracking_id'),
        code: as === 'guest' ? readText(answer, 'code') : null,
      };
      // Also when the person is on another page by now.
      draftStore.save({ receipt: added });
      dispatch({ type: 'added', receipt: added });
      latest.current.onOutcome?.(true, answer);
    } catch (error) {
      latest.current.onOutcome?.(false);
      dispatch({ type: 'failed', error: toApiError(error) });
    } finally {
      sending.current = false;
    }
  };

  return {
    state,
    /** While the data is being sent, and after it was added: it must not change. */
    isBusy: state.phase === 'sending' || state.phase === 'added',
    /** Ref of the honeypot field; null when the form has none. */
    honeypotRef: spamSignals.honeypotRef,
    /** Whether closing the form now would lose input. */
    hasInput: isUnsent && state.phase !== 'sending',
    /** The error message of an invalid field. */
    errorOf: (field: ReferralField) => {
      const error = state.errors.get(field);
      if (!error || 'key' in error) return error && t(error.key, { max: error.max ?? '' });
      // The server's words may be of another language.
      return `${t('form.flagged', { smart_count: 1 })} ${error.reason}`;
    },
    change,
    /** Whether the link that led here names a site that is no longer in the list. */
    isLinkGone,
    /** Props of the field that asks where an unlisted site is: the first line of the notes. */
    place: {
      value: readPlace(draft.notes, caption),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        setUsedCaption(caption);
        change({ notes: withPlace(draft.notes, caption, currentTarget.value) });
      },
    },
    next,
    back,
    /** Sends the referral, or first asks a visitor of the public page whether to continue as a guest. */
    finish: () => {
      if (sending.current) return;
      const isGuest = mode === 'public' && session.get().status !== 'signed-in';
      if (isGuest) dispatch({ type: 'noticeOpened' });
      else void send('account');
    },
    continueAsGuest: () => void send('guest'),
    closeNotice: () => dispatch({ type: 'noticeClosed' }),
    /** Sends it again, as guest or with the account as before. */
    tryAgain: () => void send(sentAs.current),
    /** Clears the problem after the person has signed in again over the form. */
    signedIn: () => dispatch({ type: 'signedIn' }),
    /** Moves the focus to the receipt once it is rendered. */
    receiptShown: useCallback(() => dispatch({ type: 'receiptShown' }), []),
    closeReceipt: () => dispatch({ type: 'receiptClosed' }),
  };
}

/** The site of a link. Who copies or types a link from a poster may end it with a full stop. */
function findLinkedSite(sites: readonly Site[], wanted: string): Site | undefined {
  const find = (id: string) => sites.find((site) => site._id === id);
  return find(wanted) ?? find(wanted.replace(/[\s\p{P}\p{Cf}]+$/u, ''));
}

/** A third-party server may answer with anything. */
function readText(answer: unknown, key: string): string | undefined {
  const text = (answer as Record<string, unknown> | null | undefined)?.[key];
  return typeof text === 'string' ? text : undefined;
}
