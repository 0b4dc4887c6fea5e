/** Consents, the answers that they allow, and what was said by them (docs/decisions/0079-consents.md). */
import { z } from 'zod';
import { CONSENT_LEVELS, namesSeveral, SIGNERS } from '../consent';
import { SENTENCES } from '../disclosure';
import { CONSENT_LENGTHS, DRAWING_LIMITS, DRAWING_SIZE, GIVEN_CHANNELS } from '../staffConstants';
import { idSchema, lineSchema, optionalLineSchema } from './text';

const day = z.iso.date();

const KINDS_WITH_NAME = ['person', 'agency', 'probation'] as const;

/** To whom: an account by its id, the guest by the name that they gave, anybody else by name, with the address if it is known. */
const newRecipientSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), account: idSchema }),
  z.object({ kind: z.literal('guest') }),
  z
    .object({
      kind: z.enum(KINDS_WITH_NAME),
      name: lineSchema(CONSENT_LENGTHS.name),
      address: optionalLineSchema(CONSENT_LENGTHS.address).optional(),
    })
    .refine(({ kind, name }) => kind !== 'person' || !namesSeveral(name), {
      path: ['name'],
      message: 'Names several people; each needs a consent of their own',
    }),
]);

/** A consent that is asked for: it has no effect until the person has signed. */
export const newConsentSchema = z.object({
  id: idSchema,
  recipient: newRecipientSchema,
  level: z.enum(CONSENT_LEVELS),
  purpose: lineSchema(CONSENT_LENGTHS.purpose),
  /** From when a consent to probation may be revoked: a day or an event. Others may be revoked at any time. */
  may_revoke_from: optionalLineSchema(CONSENT_LENGTHS.note).optional(),
});

/** What was signed on paper, as staff enter it. */
export const paperSignatureSchema = z
  .object({
    consent: idSchema,
    /** The person's name as the paper has it. */
    person_name: lineSchema(CONSENT_LENGTHS.name),
    signer: z.enum(SIGNERS),
    /** Who may sign for a child, and has. */
    signer_name: optionalLineSchema(CONSENT_LENGTHS.name).optional(),
    signed_on: day,
    /** The last day on which it is in force; without one, 30 days after the referral was last closed, at most a year. */
    last_day: day.nullable(),
    /** Whether the guest may hear it by phone alone, and not by their receipt. */
    by_phone_only: z.boolean().optional(),
    /** Where the paper is, and who saw it signed. */
    paper_place: lineSchema(CONSENT_LENGTHS.note),
    witness: lineSchema(CONSENT_LENGTHS.name),
  })
  .refine(({ signer, signer_name }) => signer !== 'guardian' || signer_name, {
    path: ['signer_name'],
    message: 'Is required, as another person signed',
  });

const pointSchema = z.tuple([
  z.int().min(0).max(DRAWING_SIZE.width),
  z.int().min(0).max(DRAWING_SIZE.height),
]);
/** A signature as it was drawn: lines of points, x and y. */
const drawingSchema = z
  .array(z.array(pointSchema).min(1).max(DRAWING_LIMITS.points))
  .min(1)
  .max(DRAWING_LIMITS.lines);
export type Drawing = z.output<typeof drawingSchema>;

/** What the one answers to whom a device was handed over: by the token of its page, for one consent. */
export const answeredConsentSchema = z.discriminatedUnion('answer', [
  z.object({
    token: z.string().max(512),
    answer: z.literal('yes'),
    /** The full name of who signs. */
    name: lineSchema(CONSENT_LENGTHS.name),
    drawing: drawingSchema.optional(),
    /** Whether the guest may hear it by phone alone, and not by their receipt. */
    by_phone_only: z.boolean().optional(),
    /** The last day on which it is in force; without one as on paper. */
    last_day: day.nullable(),
  }),
  z.object({ token: z.string().max(512), answer: z.literal('no') }),
]);

/** Consents that end at once, because the person said so. */
export const endConsentsSchema = z.object({
  consents: z.array(idSchema).min(1).max(100),
  /** How it was said; staff note it, and it is no reason. */
  how: lineSchema(CONSENT_LENGTHS.note),
});

/** An answer that staff gave: the sentence that they read, so that no other is stored. */
export const toldAnswerSchema = z.object({
  consent: idSchema,
  sentence: z.enum(SENTENCES),
  channel: z.enum(GIVEN_CHANNELS),
});

const recipientSchema = z.object({
  kind: z.string(),
  name: z.string(),
  account: idSchema.nullable(),
  address: z.string().nullable(),
  /** The language that an account last used; null if it is not known. */
  language: z.string().nullable(),
});
/** An account by its name; null if there is none. */
const actorSchema = z.string().nullable();

/** A consent as staff see it. Values of a newer server are shown as they are. */
export const consentSchema = z.object({
  id: z.string(),
  recipient: recipientSchema,
  level: z.string(),
  purpose: z.string(),
  may_revoke_from: z.string().nullable(),
  /** ISO date-times are in UTC, days in the provider's time zone. */
  asked: z.object({ at: z.string(), by: actorSchema }),
  signed: z
    .object({
      person_name: z.string(),
      how: z.string(),
      signer: z.string(),
      signer_name: z.string().nullable(),
      on: z.string(),
      /** Of a paper. */
      place: z.string().nullable(),
      witness: z.string().nullable(),
      /** On screen: the name as typed, and what was drawn. */
      typed_name: z.string().nullable(),
      drawing: drawingSchema.nullable(),
      by: actorSchema,
    })
    .nullable(),
  /** 'asked', 'inForce', 'suspended' or 'ended' (contract/consent.ts). */
  state: z.string(),
  /** What it lacks while it is asked for. */
  lacks: z.array(z.string()),
  /** The last day on which it is in force, as things stand. */
  last_day: z.string().nullable(),
  /** Whether that day comes earlier once the referral is closed. */
  ends_after_closing: z.boolean(),
  /** Whether a guest hears it by phone alone, and not by their receipt. */
  by_phone_only: z.boolean(),
  /** Why staff must confirm it first. */
  suspensions: z.array(z.string()),
  /** How it ended; `at` is null until that is stored. */
  ended: z
    .object({
      at: z.string().nullable(),
      ending: z.string(),
      by: actorSchema,
      note: z.string().nullable(),
    })
    .nullable(),
});
export type Consent = z.output<typeof consentSchema>;

/** What may be said to somebody who asks. */
const askerSchema = z.object({
  kind: z.string(),
  /** Null for a guest without a name. */
  name: z.string().nullable(),
  is_filer: z.boolean(),
  /** Null: nothing, not even whether the person is known. */
  sentence: z.string().nullable(),
  /** The consent by which more is said than that the referral was received. */
  consent: z.string().nullable(),
});
export type Asker = z.output<typeof askerSchema>;

/** What was said by a consent: one for each recipient, sentence, channel and address. */
export const disclosureSchema = z.object({
  recipient: z.string(),
  address: z.string().nullable(),
  sentence: z.string(),
  purpose: z.string(),
  channel: z.string(),
  by: actorSchema,
  first_at: z.string(),
  last_at: z.string(),
  times: z.int(),
});
export type DisclosureEntry = z.output<typeof disclosureSchema>;

/** Who may know of a referral, and what each of them hears. */
export const consentsSchema = z.object({
  /** Those not ended first, then the newest. */
  consents: z.array(consentSchema),
  /** Who signs, at the person's present age; null if it is not known. */
  signer: z.enum(SIGNERS).nullable(),
  /** The one who filed first, then those whom a consent names that has not ended. */
  askers: z.array(askerSchema),
  /** The account that filed; null for a guest. */
  filer: z.object({ id: idSchema, fullname: z.string() }).nullable(),
  /** The level that staff chose to say at most; null for all that a consent lets through. */
  told_level: z.string().nullable(),
  /** Newest first. */
  told: z.array(disclosureSchema),
  /** Consents not ended of the person's other referrals. */
  others: z.array(
    z.object({ id: z.string(), tracking_id: z.string(), recipient: z.string(), state: z.string() }),
  ),
});
export type Consents = z.output<typeof consentsSchema>;

/** Every disclosure about a person in the years before, of all their referrals. */
export const accountingSchema = z.object({
  /** ISO date-times, UTC. */
  from: z.string(),
  entries: z.array(disclosureSchema.extend({ tracking_id: z.string() })),
});
