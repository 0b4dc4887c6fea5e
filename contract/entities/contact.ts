/** Contact attempts and follow-up dates on the wire. */
import { z } from 'zod';
import { LENGTHS } from '../constants';
import { CONTACT_CHANNELS, CONTACT_OUTCOMES, CONTACT_PARTIES } from '../contact';
import { DUE_REASONS } from '../nextStep';
import { RESPONSE_DAYS_MAX } from '../settingLimits';
import { SITE_MARKS, TODAY_GROUPS, TODAY_VIEWS } from '../staffConstants';
import { attemptSchema } from './contactState';
import { pageQuerySchema, pageSchema } from './page';
import { referralSchema, referralStatusSchema } from './referral';
import { idSchema, textSchema } from './text';

const instant = z.iso.datetime({ offset: true });
const day = z.iso.date();
/** An hour of a day, HH:MM. */
const hour = z.iso.time({ precision: -1 });

/** When to call back. */
export const followUpSchema = z.object({
  /** A day in the provider's time zone, from today to 366 days ahead. */
  on: day,
  /** The hour, if one is wanted: it only orders the calls of the day. */
  at: hour.nullish(),
});
export type FollowUp = z.output<typeof followUpSchema>;

/** One contact attempt, as it is saved. */
export const newAttemptSchema = z.object({
  id: idSchema,
  channel: z.enum(CONTACT_CHANNELS),
  whom: z.enum(CONTACT_PARTIES),
  outcome: z.enum(CONTACT_OUTCOMES),
  note: textSchema(LENGTHS.notes).nullish(),
  /** When it was made; without it, now. */
  at: instant.nullish(),
  /**
   * When to call back; without it, the next business day, or none if a closing status is saved with it. Null, for never, only with
   * a closed status. An attempt to anybody but the person and a parent sets none.
   */
  follow_up: followUpSchema.nullish(),
  status: referralStatusSchema.nullish(),
  /** Other open referrals of the same person, for which the attempt is saved as well, if they were filed by then. */
  also: z.array(idSchema).max(20).nullish(),
});

const person = z.object({ id: idSchema, fullname: z.string(), username: z.string().optional() });

/** What is known after an attempt was saved. */
export const savedAttemptSchema = z.object({
  attempt: attemptSchema,
  /** Until when its author can undo it, ISO date-time, UTC. */
  undo_until: z.string(),
  /** The day to call back that is in force. */
  follow_up: followUpSchema.nullable(),
  /** The day of somebody else, not over yet, that this one has replaced, and the full name of who had set it. */
  replaced: z.object({ on: day, at: hour.nullable(), by: z.string().nullable() }).nullish(),
  /** Attempts that others saved within the last minutes, on any of these referrals. */
  others: z.array(attemptSchema.extend({ actor: person.nullable() })),
});
export type SavedAttempt = z.output<typeof savedAttemptSchema>;

/** The provider's rules for following up, for the function in contract/nextStep.ts. */
export const followUpRulesSchema = z.object({
  time_zone: z.string(),
  holidays: z.array(day),
  response_days: z.number().int(),
  failed_attempts: z.number().int(),
  /** Whether the caller may work on any referral: at any site, or at one of theirs that is marked as the provider's own. */
  may_act: z.boolean(),
});

/** What a super user decides of a site. */
export const siteMarkSchema = z.object({
  _id: idSchema,
  /** Null: not decided. */
  mark: z.enum(SITE_MARKS).nullable(),
  /** The standard for the first attempt in business days; null: that of all. */
  response_days: z.number().int().min(1).max(RESPONSE_DAYS_MAX).nullable(),
});

export type SiteMarks = z.output<typeof siteMarkSchema>;

export type TodayView = (typeof TODAY_VIEWS)[number];
export type TodayGroup = (typeof TODAY_GROUPS)[number];

export const todayQuerySchema = z.object({
  ...pageQuerySchema.shape,
  /** 'mine': the caller's own and those without an owner; super users also get what colleagues leave due. */
  view: z.enum(TODAY_VIEWS).default('mine'),
  /** One part of the list; without it, both, one after the other. */
  group: z.enum(TODAY_GROUPS).optional(),
});

/**
 * A referral to do today, and others of the same person in the view, which stand in its row: those that are due as well, and the
 * newest of those that rest or are closed.
 */
export const todayItemSchema = referralSchema.extend({
  reason: z.enum(DUE_REASONS),
  /** Since which day it is due. */
  due_since: day,
  also: z.array(
    z.object({
      _id: idSchema,
      tracking_id: z.string(),
      referred_by: z.string().nullable(),
      site: z.string(),
      status: z.string(),
      /** The day until which it rests; null if it is due or closed. */
      resting_until: day.nullable(),
    }),
  ),
});
export type TodayItem = z.output<typeof todayItemSchema>;

export const todaySchema = pageSchema(todayItemSchema).extend({
  /** How many referrals are open from before the upgrade; they come last, and `total` counts them, `count` does not. */
  from_before: z.number().int(),
  count: z.number().int(),
  /** How many referrals are held. */
  held: z.number().int(),
  /** How many open referrals have an owner who left, for who may assign them. */
  left: z.number().int(),
  /** The first later day on which one of the view comes back; null if none does. */
  next: day.nullable(),
});
