import { z } from 'zod';
import { LENGTHS, PREFERRED_LANGUAGES, SEXES, SUBSTANCES, type SubstanceName } from '../constants';
import {
  DELETE_REASONS,
  END_REASONS,
  HOLD_REASONS,
  REASON_NOTE_MAX,
  REFERRAL_STATUSES,
} from '../staffConstants';
import { dayIn } from '../calendar';
import { isBirthDate } from '../fieldRules';
import { contactSchema } from './contactState';
import { nameSchema } from './name';
import {
  emailSchema,
  idSchema,
  lineSchema,
  optionalLineSchema,
  phoneSchema,
  textSchema,
} from './text';

const SUBSTANCE_NAMES = SUBSTANCES.map((substance) => substance.name) as [
  SubstanceName,
  ...SubstanceName[],
];

export const referralStatusSchema = z.enum(REFERRAL_STATUSES);

/** A chosen site on the wire: `value` is the site's id, `label` its name (spec section 3). */
const siteChoiceSchema = z.object({ value: idSchema, label: z.string() });

/** Where each day begins first. */
const FIRST_ZONE = 'Pacific/Kiritimati';
export const BIRTH_DATE_REFUSAL = 'Must be between 1900-01-01 and today';

/**
 * A real calendar date from 1900 to today, which may be today anywhere: the server also knows the provider's day. Of a
 * date-time, the date part is used without a time zone conversion.
 */
const dateOfBirthSchema = lineSchema(40)
  .regex(/^\d{4}-\d{2}-\d{2}(T[\d:.]{1,20}(Z|[+-]\d{2}:?\d{2})?)?$/, {
    message: 'Must be a date, YYYY-MM-DD',
  })
  .transform((value) => value.slice(0, 10))
  .pipe(z.iso.date())
  .refine((day) => isBirthDate(day, dayIn(FIRST_ZONE, new Date())), {
    message: BIRTH_DATE_REFUSAL,
  });

/**
 * The probation fields, which are required when the chosen site is 'Probation Referral' (spec section 2).
 * The server identifies that site by its own record, never by the label sent.
 */
export const probationDetailsSchema = z.object({
  mediCal: lineSchema(LENGTHS.insuranceNumber),
  mediCal_county: z.union([idSchema, z.number().int().transform(String)]),
  probation_name: nameSchema(LENGTHS.name),
  probation_phone: phoneSchema,
  probation_email: emailSchema,
});
export type ProbationDetails = z.output<typeof probationDetailsSchema>;

/** A field that is ignored unless the referral is a probation referral, whose fields probationDetailsSchema validates. */
const probationOnly = z.unknown().optional();

/**
 * How to reach the person safely: the feature 'reach', optional additions of our form (docs/decisions/0072-reach.md). Null is no
 * answer; in a correction, a missing field stays as it is.
 */
const reachSchema = z.object({
  preferred_language: z.enum(PREFERRED_LANGUAGES).nullish(),
  may_voicemail: z.boolean().nullish(),
  may_text: z.boolean().nullish(),
  /** The best time, or what to know before calling. */
  reach_note: optionalLineSchema(LENGTHS.reachNote).nullish(),
});

/** The submitted form (spec section 3, "Referral form data"). */
export const referralSubmissionSchema = z.object({
  substance: z
    .array(z.enum(SUBSTANCE_NAMES))
    .min(1)
    .max(SUBSTANCES.length)
    .refine((names) => new Set(names).size === names.length, { message: 'Must be distinct' }),
  site: z.object({ value: idSchema, label: z.string().max(LENGTHS.siteName).nullish() }),
  first_name: nameSchema(LENGTHS.name),
  last_name: nameSchema(LENGTHS.name),
  contact_number: phoneSchema,
  sex: z.enum(SEXES),
  dob: dateOfBirthSchema,
  notes: textSchema(LENGTHS.notes).nullish(),
  mediCal: probationOnly,
  mediCal_county: probationOnly,
  probation_name: probationOnly,
  probation_phone: probationOnly,
  probation_email: probationOnly,
  ...reachSchema.shape,
});
export type ReferralSubmission = z.output<typeof referralSubmissionSchema>;

/** A referral that an account files. */
export const ownSubmissionSchema = referralSubmissionSchema.extend({
  /** Whether the account asks for the person's consent to learn what comes of it: the feature 'consents'. */
  ask_consent: z.boolean().optional(),
});

/** A correction of the filed fields: the form without its notes, which are edited as the intake note. */
export const correctionSchema = referralSubmissionSchema
  .omit({ notes: true })
  .extend({ id: idSchema });

/**
 * A guest's referral, with two spam signals that our form adds where the server offers 'formMarks'. They decide whether the
 * referral is held for review, never whether it is accepted: any value of them is valid.
 */
export const guestSubmissionSchema = referralSubmissionSchema.extend({
  /** A honeypot field, invisible to people: any value was entered by a bot. */
  website: z.unknown().optional(),
  /** Seconds from the first interaction with the form to its submission. */
  filled_in: z.unknown().optional(),
  /** The guest's own name, by which they ask for the person's consent to learn what comes of it: the feature 'lookUp'. */
  guest_name: optionalLineSchema(LENGTHS.name).nullish(),
});

/**
 * A referral as staff see it (spec section 3, "Referral (as listed)"), followed, after the blank line, by additions of our
 * server.
 */
export const referralSchema = z.object({
  _id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  contact_number: z.string(),
  site: siteChoiceSchema,
  sex: z.enum(SEXES),
  dob: z.string(),
  substance: z.array(z.string()),
  status: referralStatusSchema,
  tracking_id: z.string(),
  /** Who referred the person; absent for a guest. Our server adds the id and, for those who may read accounts, the email. */
  user_info: z
    .object({ fullname: z.string(), id: idSchema.optional(), username: z.string().optional() })
    .optional(),
  /** ISO date-time, UTC. */
  entry_date: z.string(),
  has_account: z.boolean(),
  notes: z.string().nullable(),

  mediCal: z.string().nullish(),
  mediCal_county: z.string().nullish(),
  probation_name: z.string().nullish(),
  probation_phone: z.string().nullish(),
  probation_email: z.string().nullish(),
  preferred_language: z.enum(PREFERRED_LANGUAGES).nullish(),
  may_voicemail: z.boolean().nullish(),
  may_text: z.boolean().nullish(),
  reach_note: z.string().nullish(),
  version: z.number().int().optional(),
  /** The account that works on it; with its email for those who may read accounts. */
  owner: z
    .object({
      id: idSchema,
      fullname: z.string(),
      username: z.string().optional(),
      /** Whether the account is not active, or may own referrals no more; absent if neither. */
      left: z.literal(true).optional(),
    })
    .nullish(),
  /** How many notes there are: the intake note, if it is not empty, and the dated ones. */
  note_count: z.number().int().optional(),
  /** The attempts to reach the person, and when to call back. */
  contact: contactSchema.optional(),
  /** Why it ended, and a sentence about it; null in any other status than ENDED_STATUS, and if nobody gave a reason. */
  end_reason: z.enum(END_REASONS).nullish(),
  end_note: z.string().nullish(),
});
export type Referral = z.output<typeof referralSchema>;

/** A referral that is held, and why. */
export const heldReferralSchema = referralSchema.extend({ hold_reason: z.enum(HOLD_REASONS) });
export type HeldReferral = z.output<typeof heldReferralSchema>;

/** Why a referral is deleted. The specification's call has no reason. */
export const deletionSchema = z.object({
  id: idSchema,
  delete_reason: z.enum(DELETE_REASONS).optional(),
  delete_note: optionalLineSchema(REASON_NOTE_MAX).optional(),
});

/** A referral that was deleted, by whom and why. */
export const deletedReferralSchema = referralSchema.extend({
  /** Why it was held when it was deleted; null if it was not. */
  hold_reason: z.enum(HOLD_REASONS).nullable(),
  /** ISO date-time, UTC. */
  deletion_date: z.string(),
  /** Null if an earlier version deleted it. With the email for those who may read accounts. */
  deleted_by: z
    .object({ id: idSchema, fullname: z.string(), username: z.string().optional() })
    .nullable(),
  delete_reason: z.enum(DELETE_REASONS).nullable(),
  delete_note: z.string().nullable(),
});
export type DeletedReferral = z.output<typeof deletedReferralSchema>;

const filterSchema = optionalLineSchema(LENGTHS.filter).optional();

/** The filter bar (spec section 3). Every field is optional; an empty one does not filter. */
export const referralFiltersSchema = z.object({
  name: filterSchema,
  contact_number: filterSchema,
  gender: filterSchema,
  /** A status, or one of the answers to those outside of the program. */
  referral_status: optionalLineSchema(LENGTHS.answer).optional(),
  tracking_id: filterSchema,
  referred_by: filterSchema,
});
export type ReferralFilters = z.output<typeof referralFiltersSchema>;
