import { z } from 'zod';
import { HISTORY_KINDS } from '../staffConstants';
import { idSchema } from './text';

/** An account; with its email for those who may read accounts. */
const personSchema = z.object({
  id: idSchema,
  fullname: z.string(),
  username: z.string().optional(),
});

/** A field's value as shown in the history; a person or site by name. */
const valueSchema = z.union([z.string(), z.array(z.string())]).nullable();

/** One event in the history of a referral. */
export const historyEventSchema = z.object({
  id: z.string(),
  /** ISO date-time, UTC. */
  at: z.string(),
  kind: z.enum(HISTORY_KINDS),
  /** Null for a guest, and for a command at the terminal. */
  actor: personSchema.nullable(),
  /**
   * The changed fields: those of the referral form by their names on the wire, `status` with `end_reason` and `end_note`,
   * `notes`, `referred_by`, `owner`, and the `delete_reason` of a deletion.
   */
  changes: z.array(z.object({ field: z.string(), from: valueSchema, to: valueSchema })),
  /**
   * The text of a note, why a day was set, or the sentence with which the referral was deleted or put back; with 'notSamePerson',
   * the tracking ID of the other referral.
   */
  text: z.string().nullable(),
  /** The contact attempt; absent for other kinds. */
  attempt: z
    .object({
      channel: z.string(),
      whom: z.string(),
      outcome: z.string(),
      /** When it was saved; `at` says when it was made. */
      saved_at: z.string(),
      /** When to call back, as set with it: a day, and the hour if one was wanted. */
      follow_up: z.string().nullable(),
      /** Who struck it, when, and why: null if its author undid it at once. */
      struck: z
        .object({ at: z.string(), actor: personSchema.nullable(), reason: z.string().nullable() })
        .nullable(),
    })
    .optional(),
});
export type HistoryEvent = z.output<typeof historyEventSchema>;

const readSchema = z.object({
  at: z.string(),
  actor: personSchema.nullable(),
  /** The call, such as 'listReferrals'. */
  action: z.string(),
});

/** The history of a referral, newest first. */
export const historySchema = z.object({
  events: z.array(historyEventSchema),
  /** The reads of the referral; null if the caller may not read the audit trail. */
  reads: z
    .object({
      /** How often the record was opened, once per account and hour; reads as part of a list are not counted. */
      opened: z.number().int(),
      /** The newest reads, including those as part of a list: one per call, account and hour. */
      latest: z.array(readSchema),
    })
    .nullable(),
});
export type History = z.output<typeof historySchema>;
