/** The days that are offered to call back, and whether one needs a reason. */
import { addBusinessDays, type Holidays } from '../../../../contract/businessDays';
import { addDays } from '../../../../contract/calendarDays';
import type { FollowUp } from '../../../../contract/entities/contact';
import type { Referral } from '../../../../contract/entities/referral';
import { type FollowUpRules, lastDayOfStandard } from '../../../../contract/nextStep';
import { OPEN_STATUSES } from '../../../../contract/staffConstants';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { contactFacts, countedAttempts } from '../contactFacts';

export interface OfferedDay {
  readonly label: StaffTextKey;
  readonly on: string;
}

const WEEK = 7;
const MONTH = 30;

/** The first business day after at least so many days. */
const businessDayAfter = (today: string, days: number, holidays: Holidays) =>
  addBusinessDays(addDays(today, days - 1), 1, holidays);

/** The usual days, or later ones for who does not want services now. */
export function offeredDays(today: string, holidays: Holidays, isLater: boolean): OfferedDay[] {
  if (isLater) {
    return [
      { label: 'contact.twoWeeks', on: businessDayAfter(today, 2 * WEEK, holidays) },
      { label: 'contact.oneMonth', on: businessDayAfter(today, MONTH, holidays) },
    ];
  }
  const next = addBusinessDays(today, 1, holidays);
  return [
    {
      label: next === addDays(today, 1) ? 'contact.tomorrow' : 'contact.nextBusinessDay',
      on: next,
    },
    { label: 'contact.inThree', on: addBusinessDays(today, 3, holidays) },
    { label: 'contact.nextWeek', on: businessDayAfter(today, WEEK, holidays) },
  ];
}

export const isOpen = ({ status }: { readonly status: string }) =>
  (OPEN_STATUSES as readonly string[]).includes(status);

/** Whether a day is past the standard of an open referral whose person was never called; the server asks for a reason then. */
export function needsReason(
  referral: Referral,
  on: string,
  today: string,
  rules: FollowUpRules,
): boolean {
  const facts = contactFacts(referral);
  if (!isOpen(referral) || facts.isFromBefore) return false;
  if (countedAttempts(referral).length > 0) return false;
  return on > today && on > lastDayOfStandard(facts, rules);
}

export type Day = Pick<FollowUp, 'on' | 'at'> | null | undefined;

/** Whether two days to call back are the same, with their hours. */
export const isSameDay = (one: Day, other: Day): boolean =>
  one?.on === other?.on && (one?.at ?? null) === (other?.at ?? null);
