/** A referral as its own person reads it (42 CFR § 2.23), and the login by which they do (docs/decisions/0082-own-referral.md). */
import { z } from 'zod';
import { LOGIN_HOLDERS } from '../consent';
import { consentSchema, disclosureSchema } from './consent';
import { referralSchema } from './referral';
import { idSchema } from './text';

/** A request for a copy of everything; `answered_at` is null until staff have given it. ISO date-times, UTC. */
const copyRequestSchema = z.object({ asked_at: z.string(), answered_at: z.string().nullable() });

/** Nothing of staff is in it: no note, owner, reason, or name, and nothing about who referred. */
const ownReferralSchema = referralSchema
  .pick({
    first_name: true,
    last_name: true,
    contact_number: true,
    sex: true,
    dob: true,
    substance: true,
    status: true,
    tracking_id: true,
    entry_date: true,
    mediCal: true,
    preferred_language: true,
    may_voicemail: true,
    may_text: true,
    reach_note: true,
  })
  .extend({
    site: z.string(),
    holder: z.enum(LOGIN_HOLDERS),
    is_closed: z.boolean(),
    /** Attempts to reach the person or a parent, newest first: not struck, and such as can no longer be undone. */
    attempts: z.array(
      z.object({ at: z.string(), channel: z.string(), whom: z.string(), outcome: z.string() }),
    ),
    /** Those that have not ended, newest first. */
    consents: z.array(
      consentSchema
        .pick({ id: true, level: true, purpose: true, last_day: true, ends_after_closing: true })
        .extend({
          recipient: z.object({ kind: z.string(), name: z.string() }),
          state: z.string(),
          signed_on: z.string().nullable(),
          /** What the recipient hears by it now; null for nothing. */
          sentence: z.string().nullable(),
        }),
    ),
    /** Who learned what, newest first. */
    told: z.array(
      disclosureSchema.pick({
        recipient: true,
        sentence: true,
        channel: true,
        first_at: true,
        last_at: true,
        times: true,
      }),
    ),
    /** The latest request; null if there is none. */
    copy: copyRequestSchema.nullable(),
  });
export type OwnReferral = z.output<typeof ownReferralSchema>;

/** An object, as each answer of this kind is. */
export const ownReferralAnswerSchema = z.object({ referral: ownReferralSchema.nullable() });

/** The login of a referral as staff see it. */
export const loginSchema = z.object({
  /** Null without an account. */
  login: z
    .object({
      /** Null: not decided. */
      holder: z.enum(LOGIN_HOLDERS).nullable(),
      /** Whether a parent's login has stopped, as the person is not under 12. */
      has_stopped: z.boolean(),
    })
    .nullable(),
  /** Newest first. */
  copies: z.array(copyRequestSchema.extend({ id: idSchema })),
});
export type Login = z.output<typeof loginSchema>;
