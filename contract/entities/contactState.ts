/** What a referral says of its contact attempts and of the day on which to call back. */
import { z } from 'zod';
import { idSchema } from './text';

/** An attempt as it stands on its referral. Values of a newer server are shown as they are. */
export const attemptSchema = z.object({
  id: z.string(),
  /** ISO date-time, UTC. */
  at: z.string(),
  channel: z.string(),
  whom: z.string(),
  outcome: z.string(),
});
export type Attempt = z.output<typeof attemptSchema>;

export const contactSchema = z.object({
  /** The attempts that are not struck, oldest first. */
  attempts: z.array(attemptSchema),
  /** The day on which to call back, the hour if one is wanted, and the account that set it. */
  follow_up: z
    .object({
      on: z.string(),
      at: z.string().nullable(),
      by: z.object({ id: idSchema, fullname: z.string() }).nullable(),
    })
    .nullable(),
  /** When it was last set from a closed status to an open one, ISO date-time, UTC. */
  reopened_at: z.string().nullable(),
  /** Whether it was filed before the version with follow-ups, and nothing has been done for it since. */
  is_from_before: z.boolean(),
  /** The site's own standard for the first attempt, in business days. */
  response_days: z.number().int().nullable(),
  /** Whether its site is marked as the provider's own. */
  is_ours: z.boolean(),
});
export type Contact = z.output<typeof contactSchema>;
