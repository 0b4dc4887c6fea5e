/**
 * What is to be done next for a referral, and since when. The tab 'To do today', its count, the morning mail and the words of a
 * row all ask this function (docs/decisions/0071-contact-attempts.md).
 */
import { addBusinessDays, businessDaysSince, type Holidays } from './businessDays';
import { dayIn } from './calendar';
import { addDays } from './calendarDays';
import { type AttemptFacts, attemptsSince, isFailed, isReached } from './contact';
import { OPEN_STATUSES } from './staffConstants';

/** The provider's rules for following up. */
export interface FollowUpRules {
  /** An IANA name; days are those of this time zone. */
  readonly timeZone: string;
  readonly holidays: Holidays;
  /** The business days within which the first attempt is made, unless the site has its own. */
  readonly responseDays: number;
  /** After so many failed attempts, 'More Info Needed' is offered. */
  readonly failedAttempts: number;
}

/** The business days within which a second attempt follows a first one that did not reach the person. */
const SECOND_ATTEMPT_DAYS = 3;
/** How many days ahead a follow-up date may be. */
export const FOLLOW_UP_MAX_DAYS = 366;

/** What the next step of a referral depends on. Times are ISO date-times in UTC, days YYYY-MM-DD. */
export interface ContactFacts {
  readonly status: string;
  /** Whether it is deleted or held. */
  readonly isHidden: boolean;
  readonly entryDate: string;
  /** When it was last reopened. */
  readonly reopenedAt: string | null;
  /** The day on which to call back. */
  readonly followUpOn: string | null;
  /** Whether nothing has been done for it since the upgrade to the version with follow-ups. */
  readonly isFromBefore: boolean;
  /** Whether it has an owner who can own it no more. */
  readonly hasOwnerLeft: boolean;
  /** The site's own standard for the first attempt. */
  readonly responseDays: number | null;
  /** All attempts that are not struck. */
  readonly attempts: readonly AttemptFacts[];
}

/** Why something is to be done, in the order of the tab. */
export const DUE_REASONS = [
  'pastStandard',
  'failedOften',
  'callBackDue',
  'noAttempt',
  'moreInfo',
  'ownerLeft',
  'noNextStep',
  'fromBefore',
] as const;
export type DueReason = (typeof DUE_REASONS)[number];

export type NextStep =
  | { readonly kind: 'closed' }
  | { readonly kind: 'resting'; readonly until: string }
  | { readonly kind: 'due'; readonly reason: DueReason; readonly since: string };

const isOpen = ({ status }: Pick<ContactFacts, 'status'>) =>
  (OPEN_STATUSES as readonly string[]).includes(status);

/**
 * Returns the next step of a referral: none, because it is closed; on a later day; or due, since a day and for one reason.
 * @param now the moment as of which it is asked
 */
export function nextStepOf(facts: ContactFacts, rules: FollowUpRules, now: Date): NextStep {
  const { followUpOn, isFromBefore } = facts;
  if (facts.isHidden || (!isOpen(facts) && followUpOn === null)) return { kind: 'closed' };
  const today = dayIn(rules.timeZone, now);
  if (followUpOn !== null && followUpOn > today) return { kind: 'resting', until: followUpOn };
  const attempts = attemptsSince(facts.attempts, facts.reopenedAt);
  const due = (reason: DueReason): NextStep => ({
    kind: 'due',
    reason,
    since: dueSince(facts, attempts, rules),
  });
  if (!isOpen(facts)) return due('callBackDue');
  if (isFromBefore) return due('fromBefore');
  if (isPastStandard(facts, rules, today)) return due('pastStandard');
  if (failedSinceReached(attempts) >= rules.failedAttempts && facts.status === 'Pending')
    return due('failedOften');
  if (followUpOn !== null) return due('callBackDue');
  if (attempts.length === 0) return due('noAttempt');
  if (facts.status !== 'Pending') return due('moreInfo');
  if (facts.hasOwnerLeft) return due('ownerLeft');
  return due('noNextStep');
}

/** The latest day of the entry or reopening, the last attempt, and the follow-up date. */
function dueSince(
  { entryDate, reopenedAt, followUpOn }: ContactFacts,
  attempts: readonly AttemptFacts[],
  { timeZone }: FollowUpRules,
): string {
  const moments = [entryDate, reopenedAt, attempts.at(-1)?.at];
  const days = moments.flatMap((moment) => (moment ? [dayIn(timeZone, new Date(moment))] : []));
  return [...days, ...(followUpOn ? [followUpOn] : [])].toSorted().at(-1) ?? '';
}

/** The attempts that failed since the person was last reached. */
export function failuresSinceReached<Attempt extends AttemptFacts>(
  attempts: readonly Attempt[],
): Attempt[] {
  const last = attempts.findLastIndex(isReached);
  return attempts.slice(last + 1).filter(isFailed);
}

/** How many attempts failed since the person was last reached. */
export const failedSinceReached = (attempts: readonly AttemptFacts[]): number =>
  failuresSinceReached(attempts).length;

/** Whether the first attempt is late, or the second one after a first that did not reach the person. */
export function isPastStandard(
  facts: Pick<ContactFacts, 'entryDate' | 'reopenedAt' | 'responseDays' | 'attempts'>,
  rules: FollowUpRules,
  today: string,
): boolean {
  const [first, ...others] = attemptsSince(facts.attempts, facts.reopenedAt);
  if (!first) return today > lastDayOfStandard(facts, rules);
  if (others.length > 0 || isReached(first)) return false;
  const day = dayIn(rules.timeZone, new Date(first.at));
  return businessDaysSince(day, today, rules.holidays) > SECOND_ATTEMPT_DAYS;
}

/** The last day on which the first attempt is within the standard. */
export function lastDayOfStandard(
  {
    entryDate,
    reopenedAt,
    responseDays,
  }: Pick<ContactFacts, 'entryDate' | 'reopenedAt' | 'responseDays'>,
  rules: FollowUpRules,
): string {
  const start = dayIn(rules.timeZone, new Date(reopenedAt ?? entryDate));
  const next = addBusinessDays(start, (responseDays ?? rules.responseDays) + 1, rules.holidays);
  return addDays(next, -1);
}

/**
 * Since when the person has been waiting to be reached: the entry or the last reopening.
 * @returns an ISO date-time; null if the referral is closed, or the person was reached
 */
export function waitingSince(
  facts: Pick<ContactFacts, 'status' | 'entryDate' | 'reopenedAt' | 'attempts'>,
): string | null {
  if (!isOpen(facts)) return null;
  const { attempts, reopenedAt, entryDate } = facts;
  return attemptsSince(attempts, reopenedAt).some(isReached) ? null : (reopenedAt ?? entryDate);
}
