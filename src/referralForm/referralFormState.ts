/** The states of the form and what leads from one to another (spec section 4, "Form"). Pure; useReferralForm does the rest. */
import type { CallInput } from '../../contract/calls';
import { type ApiError, flaggedFields } from '../api/ApiError';
import {
  EMPTY_DRAFT,
  isTouched,
  type ReferralDraft,
  type ReferralField,
  shownFields,
} from './referralDraft';

/** What tells a server that wants to know whether a person filled in a guest's referral. */
export type GuestMarks = Pick<CallInput<'addGuestReferral'>['body'], 'website' | 'filled_in'>;

export type Problem =
  /** The server refused something that is not a field of the form. */
  | { readonly kind: 'refused' }
  /** The session ended while the form was being filled. */
  | { readonly kind: 'signedOut' }
  /** It did not arrive, or the server could not take it. */
  | { readonly kind: 'failed'; readonly error: ApiError };

/** What takes the focus after a change. A new object each time, so that asking twice moves it twice. */
export interface FocusWish {
  readonly on: 'heading' | 'problem' | ReferralField;
}

export interface ReferralFormState {
  readonly draft: ReferralDraft;
  readonly step: 'start' | 'complete';
  /** `notice` while a guest is asked whether to go on; `added` from success until the form is reset. */
  readonly phase: 'editing' | 'notice' | 'sending' | 'added';
  readonly flags: ReadonlySet<ReferralField>;
  /** Those among them that hold characters one cannot see. */
  readonly invisible: ReadonlySet<ReferralField>;
  readonly problem: Problem | null;
  /** The success text stays until the next referral is begun. */
  readonly wasAdded: boolean;
  readonly focus: FocusWish | null;
  /** When the first thing was entered, by the clock of `performance.now()`; null before. */
  readonly begunAt: number | null;
  /** The marks it was sent with, as long as nothing was changed since: what is sent again stays the same. */
  readonly sentMarks: GuestMarks | null;
  /** The site of the link that led here; it is chosen as long as nobody chooses another. */
  readonly linkedSite: ReferralDraft['site'];
}

export const INITIAL_STATE: ReferralFormState = {
  draft: EMPTY_DRAFT,
  step: 'start',
  phase: 'editing',
  flags: new Set(),
  invisible: new Set(),
  problem: null,
  wasAdded: false,
  focus: null,
  begunAt: null,
  sentMarks: null,
  linkedSite: null,
};

/** An empty form, with the site of the link that led to it. */
const begin = (linkedSite: ReferralDraft['site']): ReferralFormState => ({
  ...INITIAL_STATE,
  draft: { ...EMPTY_DRAFT, site: linkedSite },
  linkedSite,
});

/** Whether a person has entered something that the link has not. */
export function hasEntered({ draft, linkedSite }: ReferralFormState): boolean {
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
  | { type: 'sent'; marks: GuestMarks | null }
  | { type: 'failed'; error: ApiError }
  | { type: 'signedIn' }
  | { type: 'added' }
  | { type: 'emptied' }
  | { type: 'reset' };

export function reduceReferralForm(
  state: ReferralFormState,
  event: ReferralFormEvent,
): ReferralFormState {
  switch (event.type) {
    case 'changed': {
      const flags = new Set(state.flags);
      for (const field of Object.keys(event.change)) flags.delete(field as ReferralField);
      return {
        ...state,
        draft: { ...state.draft, ...event.change },
        flags,
        wasAdded: false,
        begunAt: state.begunAt ?? event.at,
        sentMarks: null,
      };
    }
    case 'siteLinked':
      // Who has begun by themselves chooses by themselves.
      return isTouched(state.draft) ? state : { ...begin(event.site), focus: state.focus };
    case 'next':
      return next(state);
    case 'back':
      return { ...state, step: 'start', problem: null, focus: { on: 'heading' } };
    case 'noticeOpened':
      return { ...state, phase: 'notice' };
    case 'noticeClosed':
      return { ...state, phase: 'editing' };
    case 'sent':
      return {
        ...state,
        phase: 'sending',
        problem: null,
        flags: new Set(),
        sentMarks: event.marks,
      };
    case 'failed':
      return { ...state, phase: 'editing', ...failed(state.draft, event.error) };
    case 'signedIn':
      return { ...state, problem: null, focus: { on: 'heading' } };
    case 'added':
      return { ...state, phase: 'added', wasAdded: true };
    case 'emptied':
      return begin(state.linkedSite);
    case 'reset':
    default:
      return { ...begin(state.linkedSite), wasAdded: true, focus: { on: 'heading' } };
  }
}

function next(state: ReferralFormState): ReferralFormState {
  const missing: ReferralField[] = [];
  if (state.draft.substance.length === 0) missing.push('substance');
  if (!state.draft.site) missing.push('site');
  const [first] = missing;
  if (first) return { ...state, flags: new Set(missing), focus: { on: first } };
  return { ...state, step: 'complete', flags: new Set(), focus: { on: 'heading' } };
}

/** What a refusal or failure changes. A flag on a field of step 1 leads back to it. */
function failed(draft: ReferralDraft, error: ApiError): Partial<ReferralFormState> {
  if (error.status === 422) {
    const shown = shownFields(draft);
    const { fields, invisible, other } = flaggedFields(error, shown);
    const first = shown.find((field) => fields.has(field));
    const problem: Problem | null = other ? { kind: 'refused' } : null;
    if (!first) return { problem, focus: { on: 'problem' } };
    const isOnStart = first === 'substance' || first === 'site';
    return {
      flags: fields,
      invisible,
      problem,
      focus: { on: first },
      ...(isOnStart && { step: 'start' }),
    };
  }
  const problem: Problem = error.status === 401 ? { kind: 'signedOut' } : { kind: 'failed', error };
  return { problem, focus: { on: 'problem' } };
}
