import { describe, expect, it } from 'vitest';
import { ApiError, parseErrorResponse } from '../api/ApiError';
import { EMPTY_DRAFT } from './referralDraft';
import {
  INITIAL_STATE,
  reduceReferralForm,
  type ReferralFormEvent,
  type ReferralFormState,
} from './referralFormState';

const after = (state: ReferralFormState, ...events: ReferralFormEvent[]) =>
  events.reduce(reduceReferralForm, state);

const filledStart: ReferralFormEvent = {
  type: 'changed',
  at: 0,
  change: { substance: ['Opioid-related'], site: { value: 's1', label: 'Northside High' } },
};
const onProbation: ReferralFormEvent = {
  type: 'changed',
  at: 0,
  change: { site: { value: 's3', label: 'Probation Referral' } },
};
const complete = after(INITIAL_STATE, filledStart, { type: 'next' });
const sending = after(complete, { type: 'sent', signals: null });

const flagging = (...locations: (string | number)[][]): ReferralFormEvent => ({
  type: 'failed',
  error: parseErrorResponse(422, { detail: locations.map((loc) => ({ loc, msg: '', type: '' })) }),
});

describe('step 1', () => {
  it('marks both fields and stays when both are missing', () => {
    const state = after(INITIAL_STATE, { type: 'next' });
    expect(state.step).toBe('start');
    expect([...state.errors.keys()]).toEqual(['substance', 'site']);
    expect(state.focus).toEqual({ on: 'substance' });
  });

  it('marks only the site when only it is missing', () => {
    const change = { substance: ['Opioid-related' as const] };
    const state = after(INITIAL_STATE, { type: 'changed', at: 0, change }, { type: 'next' });
    expect([...state.errors.keys()]).toEqual(['site']);
  });

  it('leads to step 2 when both are filled in', () => {
    expect(complete.step).toBe('complete');
    expect(complete.focus).toEqual({ on: 'heading' });
  });
});

describe('the start time', () => {
  const typed = (at: number): ReferralFormEvent => ({
    type: 'changed',
    at,
    change: { last_name: 'Harper' },
  });

  it('is the time of the first input, whatever was entered or failed since', () => {
    const failed: ReferralFormEvent = { type: 'failed', error: new ApiError('network') };
    const state = after(
      INITIAL_STATE,
      typed(100),
      typed(900),
      { type: 'sent', signals: null },
      failed,
      typed(950),
    );
    expect(state.startedAt).toBe(100);
  });

  it('is cleared with the input', () => {
    for (const type of ['reset', 'emptied'] as const) {
      expect(after(INITIAL_STATE, typed(100), { type }).startedAt).toBeNull();
    }
  });
});

describe('step 2', () => {
  it('keeps everything on going back and forth', () => {
    const typed = after(complete, { type: 'changed', at: 0, change: { last_name: 'Harper' } });
    const state = after(typed, { type: 'back' }, { type: 'next' });
    expect(state.draft).toEqual(typed.draft);
    expect(state.step).toBe('complete');
  });

  it('opens and closes the notice without losing input', () => {
    expect(after(complete, { type: 'noticeOpened' }).phase).toBe('notice');
    const closed = after(complete, { type: 'noticeOpened' }, { type: 'noticeClosed' });
    expect(closed).toEqual(complete);
  });
});

describe('a refused referral', () => {
  it('marks the fields the server names and focuses the first of them', () => {
    const state = after(sending, flagging(['body', 'dob'], ['body', 'last_name']));
    expect([...state.errors.keys()]).toEqual(['dob', 'last_name']);
    expect(state.focus).toEqual({ on: 'last_name' });
    expect(state.problem).toBeNull();
    expect(state.draft).toEqual(complete.draft);
  });

  it('clears an error once its field is changed', () => {
    const state = after(sending, flagging(['body', 'dob'], ['body', 'last_name']), {
      type: 'changed',
      at: 0,
      change: { dob: '2008-03-09' },
    });
    expect([...state.errors.keys()]).toEqual(['last_name']);
  });

  it.each(['site', 'substance'] as const)('goes back to step 1 for %s', (field) => {
    const state = after(sending, flagging(['body', field, 'label']));
    expect(state.step).toBe('start');
    expect([...state.errors.keys()]).toEqual([field]);
  });

  it('keeps the errors of step 2 while step 1 is corrected, and then leads to them', () => {
    const both = after(sending, flagging(['body', 'site'], ['body', 'dob'], ['body', 'last_name']));
    expect(both).toMatchObject({ step: 'start', focus: { on: 'site' } });
    const state = after(both, filledStart, { type: 'next' });
    expect(state).toMatchObject({ step: 'complete', focus: { on: 'last_name' } });
    expect([...state.errors.keys()]).toEqual(['dob', 'last_name']);
  });

  it('forgets errors of fields that the newly chosen site does not have', () => {
    const both = after(sending, onProbation, flagging(['body', 'site'], ['body', 'mediCal']));
    const state = after(both, filledStart, { type: 'next' });
    expect(state.errors.size).toBe(0);
    expect(state.focus).toEqual({ on: 'heading' });
  });

  it('clears errors and their summary while it is sent again', () => {
    const flagged = after(sending, flagging(['body', 'dob'], ['body', 'last_name']));
    const state = after(flagged, { type: 'sent', signals: null });
    expect(state.errors.size).toBe(0);
    expect(state.focus).toBeNull();
  });

  it('shows a general error when the server names no field', () => {
    const state = after(sending, flagging(['body']));
    expect(state.problem).toEqual({ kind: 'refused' });
    expect(state.focus).toEqual({ on: 'problem' });
  });

  it('shows a general error when the named field is not on the screen', () => {
    expect(after(sending, flagging(['body', 'mediCal'])).problem).toEqual({ kind: 'refused' });
    const state = after(sending, onProbation, flagging(['body', 'mediCal']));
    expect([...state.errors.keys()]).toEqual(['mediCal']);
  });
});

describe('a referral that failed to send', () => {
  it('keeps the input and reports the error', () => {
    const error = new ApiError('network');
    const state = after(sending, { type: 'failed', error });
    expect(state).toMatchObject({ phase: 'editing', step: 'complete', draft: complete.draft });
    expect(state.problem).toEqual({ kind: 'failed', error });
  });

  it('distinguishes an ended session, and clears the problem after a new sign-in', () => {
    const state = after(sending, { type: 'failed', error: parseErrorResponse(401, {}) });
    expect(state.problem).toEqual({ kind: 'signedOut' });
    expect(after(state, { type: 'signedIn' }).problem).toBeNull();
  });
});

describe('a referral that was sent', () => {
  const at = '2026-11-20T14:05:00.000Z';
  const site = { value: 's1', label: 'Northside High' };
  const receipt = { at, site, code: null, trackingId: 'R-0000-0001' };
  const added: ReferralFormEvent = { type: 'added', receipt };
  const reset = after(sending, added, { type: 'reset' });

  it('empties the form but keeps the success text', () => {
    expect(reset).toMatchObject({ draft: EMPTY_DRAFT, step: 'start', wasAdded: true });
    expect(reset.focus).toEqual({ on: 'heading' });
  });

  it('leaves a receipt, which replaces the success text once it is shown', () => {
    expect(reset.receipt).toBe(receipt);
    const shown = after(reset, { type: 'receiptShown' });
    expect(shown).toMatchObject({ wasAdded: false, focus: { on: 'receipt' } });
  });

  it('keeps the receipt while the next one is filled in, until the person closes it', () => {
    const next = after(reset, { type: 'receiptShown' }, filledStart, { type: 'next' });
    expect(next.receipt).toBe(reset.receipt);
    const closed = after(next, { type: 'receiptClosed' });
    expect(closed).toMatchObject({ receipt: null, draft: next.draft, focus: { on: 'heading' } });
  });

  it('leaves no receipt for the next person at the screen', () => {
    expect(after(reset, { type: 'emptied' }).receipt).toBeNull();
  });

  it('clears the success text when the next one is started', () => {
    expect(after(reset, filledStart).wasAdded).toBe(false);
  });
});
