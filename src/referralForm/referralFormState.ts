/** The form's states and transitions (spec section 4, "Form"). A pure reducer; useReferralForm has the effects. */
import type { CallInput } from '../../contract/calls';
import { type ApiError, flaggedFields } from '../api/ApiError';
import { explainIssue, type FieldError, missing } from './fieldErrors';
import {
  EMPTY_DRAFT,
  isTouched,
  type ReferralDraft,
  type ReferralField,
  shownFields,
} from './referralDraft';

/** Spam signals: let the server judge whether a person or a bot filled in a guest's referral. */
export type SpamSignals = Pick<CallInput<'addGuestReferral'>['body'], 'website' | 'filled_in'>;

export type Problem =
  /** The server refused something other than a field shown in the form. */
  | { readonly kind: 'refused' }
  /** The session ended while the form was being filled in. */
  | { readonly kind: 'signedOut' }
  /** The request failed, or the server could not process it. */
  | { readonly kind: 'failed'; readonly error: ApiError };

/** What takes the focus after a change. A new object each time, so that the same target moves the focus again. */
export interface FocusTarget {
  readonly on: 'heading' | 'problem' | 'receipt' | ReferralField;
}

/** What is confirmed about a referral that was received. No name, as the screen may be shared and the paper lie around. */
export interface Receipt {
  /** When it was received: an ISO date-time. */
  readonly at: string;
  readonly site: ReferralDraft['site'];
  /** If the server sends it. */
  readonly trackingId: string | undefined;
  /** The code by which a guest can look it up, if the server sends it; null for an account. */
  readonly code: string | null | undefined;
}

export interface ReferralFormState {
  readonly draft: ReferralDraft;
  readonly step: 'start' | 'complete';
  /** `notice`: a guest is asked whether to continue. `added`: from success until the form is reset. */
  readonly phase: 'editing' | 'notice' | 'sending' | 'added';
  /** The error of each invalid field, in both steps. */
  readonly errors: ReadonlyMap<ReferralField, FieldError>;
  readonly problem: Problem | null;
  /** Whether to show the success text: until the next referral is started. */
  readonly wasAdded: boolean;
  /** Confirmed on the public page until the person closes it. */
  readonly receipt: Receipt | null;
  readonly focus: FocusTarget | null;
  /** Time of the first input, by `performance.now()`; null before it. */
  readonly startedAt: number | null;
  /** The spam signals it was sent with, until the input changes: a retry must send the same data. */
  readonly sentSignals: SpamSignals | null;
  /** The site of the link that led here: preselected until the person chooses another. */
  readonly linkedSite: ReferralDraft['site'];
}

export const INITIAL_STATE: ReferralFormState = {
  draft: EMPTY_DRAFT,
  step: 'start',
  phase: 'editing',
  errors: new Map(),
  problem: null,
  wasAdded: false,
  receipt: null,
  focus: null,
  startedAt: null,
  sentSignals: null,
  linkedSite: null,
};

/** An empty form, with the linked site preselected. */
const createEmptyState = (linkedSite: ReferralDraft['site']): ReferralFormState => ({
  ...INITIAL_STATE,
  draft: { ...EMPTY_DRAFT, site: linkedSite },
  linkedSite,
});

/** Whether there is input besides the linked site. */
export function hasUserInput({ draft, linkedSite }: ReferralFormState): boolean {
  const isLinked = draft.site !== null && draft.site.value === linkedSite?.value;
  return isTouched(isLinked ? { ...draft, site: null } : draft);
}

export type ReferralFormEvent =
  | { type: 'changed'; change: Partial<ReferralDraft>; at: number }
  | { type: 'siteLinked'; site: NonNullable<ReferralDraft['site']> }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'noticeOpened' }
  | { type: 'noticeClosed' }
  | { type: 'sent'; signals: SpamSignals | null }
  | { type: 'failed'; error: ApiError }
  | { type: 'signedIn' }
  | { type: 'added'; receipt: Receipt }
  | { type: 'receiptShown' }
  | { type: 'receiptClosed' }
  | { type: 'emptied' }
  | { type: 'reset' };

export function reduceReferralForm(
  state: ReferralFormState,
  event: ReferralFormEvent,
): ReferralFormState {
  switch (event.type) {
    case 'changed': {
      const errors = new Map(state.errors);
      for (const field of Object.keys(event.change)) errors.delete(field as ReferralField);
      return {
        ...state,
        draft: { ...state.draft, ...event.change },
        errors,
        wasAdded: false,
        startedAt: state.startedAt ?? event.at,
        sentSignals: null,
      };
    }
    case 'siteLinked':
      // A link does not override input.
      return isTouched(state.draft)
        ? state
        : { ...createEmptyState(event.site), focus: state.focus };
    case 'next':
      return next(state);
    case 'back':
      // Also from the notice, by the browser's 'Back'.
      return { ...state, step: 'start', phase: 'editing', problem: null, focus: { on: 'heading' } };
    case 'noticeOpened':
      return { ...state, phase: 'notice' };
    case 'noticeClosed':
      return { ...state, phase: 'editing' };
    case 'sent':
      return {
        ...state,
        phase: 'sending',
        problem: null,
        errors: new Map(),
        focus: null,
        sentSignals: event.signals,
      };
    case 'failed':
      return { ...state, phase: 'editing', ...failed(state.draft, event.error) };
    case 'signedIn':
      return { ...state, problem: null, focus: { on: 'heading' } };
    case 'added':
      return {
        ...state,
        phase: 'added',
        wasAdded: true,
        receipt: event.receipt,
      };
    case 'receiptShown':
      // It replaces the success text.
      return { ...state, wasAdded: false, focus: { on: 'receipt' } };
    case 'receiptClosed':
      return { ...state, receipt: null, focus: { on: 'heading' } };
    case 'emptied':
      return createEmptyState(state.linkedSite);
    case 'reset':
    default:
      return {
        ...createEmptyState(state.linkedSite),
        wasAdded: true,
        receipt: state.receipt,
        focus: { on: 'heading' },
      };
  }
}

const isOnStart = (field: ReferralField) => field === 'substance' || field === 'site';

function next(state: ReferralFormState): ReferralFormState {
  const { draft } = state;
  const errors = new Map<ReferralField, FieldError>();
  if (draft.substance.length === 0) errors.set('substance', missing('substance'));
  if (!draft.site) errors.set('site', missing('site'));
  const [first] = errors.keys();
  if (first) return { ...state, errors, focus: { on: first } };
  // The fields of step 2 that the server refused together with step 1 and that are not corrected yet.
  const left = shownFields(draft).filter((field) => state.errors.has(field) && !isOnStart(field));
  return {
    ...state,
    step: 'complete',
    errors: new Map([...state.errors].filter(([field]) => left.includes(field))),
    focus: { on: left[0] ?? 'heading' },
  };
}

/** The changes after a refusal or failure. An invalid field of step 1 leads back to that step. */
function failed(draft: ReferralDraft, error: ApiError): Partial<ReferralFormState> {
  if (error.status === 422) {
    const shown = shownFields(draft);
    const { fields, other } = flaggedFields(error, shown);
    const first = shown.find((field) => fields.has(field));
    const problem: Problem | null = other ? { kind: 'refused' } : null;
    if (!first) return { problem, focus: { on: 'problem' } };
    return {
      errors: new Map(
        [...fields].map(([field, issue]) => [field, explainIssue(draft, field, issue)]),
      ),
      problem,
      focus: { on: first },
      ...(isOnStart(first) && { step: 'start' }),
    };
  }
  const problem: Problem = error.status === 401 ? { kind: 'signedOut' } : { kind: 'failed', error };
  return { problem, focus: { on: 'problem' } };
}
