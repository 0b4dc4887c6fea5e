/** Why a referral ended, as a change gives it: a reason, and a sentence beside it. */
import { z } from 'zod';
import { END_REASONS, ENDED_STATUS, REASON_NOTE_MAX } from '../staffConstants';
import { optionalLineSchema } from './text';

/**
 * The reason, or null for none, is set together with its sentence: one without a sentence removes that of an earlier reason.
 */
export const endingShape = {
  end_reason: z.enum(END_REASONS).nullish(),
  end_note: optionalLineSchema(REASON_NOTE_MAX).optional(),
};

interface Ending {
  readonly status?: string | undefined;
  readonly end_reason?: string | null | undefined;
  readonly end_note?: string | undefined;
}

export const NOT_ENDED = `Is only for the status ${ENDED_STATUS}`;

/** The rule of `endingShape`, for `superRefine`: the status of the same change, if there is one, has a reason. */
export function refineEnding(change: Ending, { addIssue }: z.RefinementCtx): void {
  const { status = ENDED_STATUS, end_reason, end_note } = change;
  const refuse = (field: keyof typeof endingShape, message: string) =>
    addIssue({ code: 'custom', path: [field], message });
  if (end_reason && status !== ENDED_STATUS) refuse('end_reason', NOT_ENDED);
  if (end_note && !end_reason) refuse('end_note', 'Needs a reason');
}
