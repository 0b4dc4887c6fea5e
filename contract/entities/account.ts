import { z } from 'zod';
import { LENGTHS, ROLES } from '../constants';
import { ACCOUNT_STATES, EMAIL_CONFIRMATION_STATES } from '../staffConstants';
import { nameSchema } from './name';
import { emailSchema, idSchema, optionalLineSchema } from './text';

export const roleSchema = z.enum(ROLES);

export const fullnameSchema = nameSchema(LENGTHS.name);
export const usernameSchema = emailSchema;

/** A new password. Checks only the length; the server also refuses well-known passwords. Never trimmed. */
export const newPasswordSchema = z
  .string()
  .min(LENGTHS.passwordMin)
  .max(LENGTHS.passwordMax)
  .transform((value) => value.normalize('NFC'));

/** An addition of our server: whether the site is deleted; absent if not. */
const deleted = z.literal(true).optional();

/** A school as listed on an account: `{_id, name}` for MANAGER, `{id, site}` for REFERRAL and SUPERUSER (spec section 3). */
export const schoolSchema = z.union([
  z.object({ _id: z.string(), name: z.string(), deleted }),
  z.object({ id: z.string(), site: z.string(), deleted }),
]);
export type School = z.output<typeof schoolSchema>;

/** A school as sent, in any of the spec's four spellings, which differ in their keys. Normalized to `{id, name}`. */
const schoolChoiceSchema = z
  .object({
    id: idSchema.optional(),
    _id: idSchema.optional(),
    name: optionalLineSchema(LENGTHS.siteName).nullish(),
    site: optionalLineSchema(LENGTHS.siteName).nullish(),
  })
  .transform((school) => ({
    id: school.id ?? school._id ?? '',
    name: school.name ?? school.site ?? '',
  }));
export type SchoolChoice = z.output<typeof schoolChoiceSchema>;

/** Maximum number of sites of an account: those of the largest county, with a margin. */
const MAX_SITES = 2_000;

/** The sites of an account as sent. A call that takes them has the limits of `SITES_BODY_LIMITS`. */
export const schoolChoicesSchema = z
  .array(schoolChoiceSchema)
  .max(MAX_SITES, { message: `Must be at most ${MAX_SITES} sites` });

/** The limits of a body that holds the sites of an account, each with its id and name. */
export const SITES_BODY_LIMITS = { bytes: 256 * 1024, values: 10_000 } as const;

/** An account as a super user sees it (spec section 3). */
export const accountSchema = z.object({
  _id: idSchema,
  fullname: z.string(),
  username: z.string(),
  role: roleSchema,
  schools: z.array(schoolSchema),
  approved: z.boolean(),
  created_referrals_only: z.boolean(),

  /** An addition of our server: increases with every change. */
  version: z.number().int().optional(),
  /** An addition of our server: `approved` does not tell who waits for approval from who was deactivated. */
  state: z.enum(ACCOUNT_STATES).optional(),
  email_proof: z
    .enum(EMAIL_CONFIRMATION_STATES)
    .optional()
    .describe(
      'Whether somebody has proved to read the mailbox of a pending account; unavailable where the server delivers no mail',
    ),
});
export type Account = z.output<typeof accountSchema>;

/** A manager a referral can be assigned to (spec section 3). */
export const managerSchema = z.object({
  _id: idSchema,
  fullname: z.string(),

  /** An addition of our server: tells two people of the same name apart. */
  username: z.string().optional(),
});
export type Manager = z.output<typeof managerSchema>;

/** An account that can own referrals. */
export const possibleOwnerSchema = managerSchema.extend({
  /** How many open referrals it owns. */
  open: z.number().int().optional(),
});
export type PossibleOwner = z.output<typeof possibleOwnerSchema>;

/** A person's own preferences. */
export const preferencesSchema = z.object({
  /** Whether to get an email when they become the owner of a referral. */
  owner_emails: z.boolean(),
  /** Whether to get an email each morning with the numbers of what is to do today. */
  morning_mail: z.boolean(),
});
export type Preferences = z.output<typeof preferencesSchema>;

/** Preferences to be stored; one that is missing stays as it is. */
export const preferenceChangesSchema = preferencesSchema.extend({
  morning_mail: preferencesSchema.shape.morning_mail.optional(),
});
export type PreferenceChanges = z.output<typeof preferenceChangesSchema>;
