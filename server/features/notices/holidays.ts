import { dayIn } from '../../../contract/calendar';
import { addDays } from '../../../contract/calendarDays';
import type { Settings } from '../../settings/settings';

/** So many days before there is no holiday left, super users are told. */
const DAYS_AHEAD = 60;

/** Whether HOLIDAYS is set and has none from today until so many days ahead: those of the next year are then missing. */
export function isLastHolidayNear(
  { HOLIDAYS, TIME_ZONE }: Pick<Settings, 'HOLIDAYS' | 'TIME_ZONE'>,
  now: Date,
): boolean {
  const today = dayIn(TIME_ZONE, now);
  const end = addDays(today, DAYS_AHEAD);
  return HOLIDAYS.length > 0 && !HOLIDAYS.some((day) => day >= today && day <= end);
}
