import { z } from 'zod';
import { EMAIL_TEST_OUTCOMES, SETUP_STEPS } from '../staffConstants';

/** A step of the first day. */
const setupStepSchema = z.object({
  code: z.enum(SETUP_STEPS),
  done: z.boolean(),
  /** The names of server settings that must be set to complete the step. */
  missing: z.array(z.string()),
});

/** The checklist of the first day, for the whole installation. */
export const setupSchema = z.object({
  dismissed: z.boolean(),
  steps: z.array(setupStepSchema),
});
export type Setup = z.output<typeof setupSchema>;

/** The part of the checklist that is not derived from other data: whether it is dismissed, and that a poster was printed. */
export const setupChangeSchema = z.object({
  dismissed: z.boolean().optional(),
  poster_printed: z.literal(true).optional(),
});
export type SetupChange = z.output<typeof setupChangeSchema>;

/** The result of a test email. */
export const emailTestSchema = z.object({
  /** The email address it was sent to. */
  recipient: z.string(),
  outcome: z.enum(EMAIL_TEST_OUTCOMES),
  /** The mail server's reply code (RFC 5321), such as 550, if it refused; null otherwise. */
  reply_code: z.number().int().nullable(),
  /** The mail server's reply, with its code, if it refused. */
  reply: z.string().optional(),
});
export type EmailTest = z.output<typeof emailTestSchema>;
