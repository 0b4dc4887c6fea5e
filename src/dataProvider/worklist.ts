/** The query of the worklist (contract/entities/worklist.ts), from the filter and the order of react-admin's list. */
import type { SortPayload } from 'react-admin';
import { OWNER_TABS, PAGE_SIZE, WORKLIST_SORTS } from '../../contract/staffConstants';
import type { ReferralFilters } from '../../contract/entities/referral';
import type { WorklistQuery } from '../../contract/entities/worklist';
import { addDays } from '../../contract/calendarDays';
import { today } from '../i18n/providerTime';
import { dayRange, startOf } from './days';

/** Filters by the entry date; 'range' has a first and a last day. */
export const PERIODS = ['today', 'yesterday', 'week', 'range'] as const;

/** The filter of the referral list where the server offers 'worklist'. All are texts; an empty one filters nothing. */
export interface WorklistFilter extends ReferralFilters {
  /** A part of a name, of a phone number or of a tracking ID. */
  q?: string;
  site?: string;
  substance?: string;
  /** Why it ended, where the server offers 'endReasons'. */
  end_reason?: string;
  /** Whose day to call back it has, where the server offers 'contact'. */
  follow_up_by?: string;
  /** One of OWNER_FILTERS, or the id of an account. */
  owner?: string;
  period?: string;
  /** The first and the last day of a 'range', YYYY-MM-DD. */
  from?: string;
  to?: string;
}

/** The filters that are not blank, trimmed; others are not sent (spec section 2). */
export function filledIn<F extends object>(filters: F): Partial<F> {
  const entries = Object.entries(filters as Record<string, string | null | undefined>);
  const trimmed = entries.map(([name, text]) => [name, text?.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, text]) => text)) as Partial<F>;
}

/** The initial order of the referrals: the newest first (spec section 2). */
export const NEWEST_FIRST: SortPayload = { field: 'entry_date', order: 'DESC' };

/** Records per page: more when filtered (spec section 9). A status or an owner, chosen by a tab, does not count as a filter. */
export function worklistPageSize(filter: WorklistFilter): number {
  const { referral_status: _status, owner = '', ...others } = filledIn(filter);
  const isByTab = owner === '' || OWNER_TABS.includes(owner);
  return isByTab && Object.keys(others).length === 0 ? PAGE_SIZE.mine : PAGE_SIZE.filtered;
}

const MONDAY = 1;
const DAYS_PER_WEEK = 7;

/**
 * The instants of a period of the provider's days. They are computed for each request, so that 'today' is today after midnight.
 * @returns ISO date-times: `from` is inclusive, `to` is exclusive
 */
export function periodRange(
  { period, from = '', to = '' }: Pick<WorklistFilter, 'period' | 'from' | 'to'>,
  day = today(),
): Pick<WorklistQuery, 'from' | 'to'> {
  const weekday = new Date(day).getUTCDay();
  const sinceMonday = (weekday - MONDAY + DAYS_PER_WEEK) % DAYS_PER_WEEK;
  switch (period) {
    case 'today':
      return { from: startOf(day) };
    case 'yesterday':
      return { from: startOf(addDays(day, -1)) };
    case 'week':
      return { from: startOf(addDays(day, -sinceMonday)) };
    case 'range': {
      const [first, last] = [dayRange(from).from, dayRange(to).to];
      return { ...(first && { from: first }), ...(last && { to: last }) };
    }
    case undefined:
    default:
      return {};
  }
}

/** The query of a filter and an order; an unknown order becomes newest first (spec section 2). */
export function toWorklistQuery(filter: WorklistFilter, sort: SortPayload | undefined) {
  const { period, from, to, ...others } = filledIn(filter);
  const field = WORKLIST_SORTS.find((each) => each === sort?.field);
  return {
    ...others,
    ...periodRange({ period, from, to }),
    ...(field
      ? { sort: field, order: sort?.order === 'ASC' ? ('asc' as const) : ('desc' as const) }
      : { sort: 'entry_date' as const, order: 'desc' as const }),
  };
}
