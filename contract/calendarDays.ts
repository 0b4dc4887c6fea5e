/** Calculations with calendar days, which only the screens of staff need. */
import { dayIn } from './calendar';

const HOUR = 3_600_000;
/** Milliseconds, larger than the UTC offset of any time zone. */
const MAX_OFFSET = 15 * HOUR;

/**
 * The first moment of a day, which is not midnight where the clock is set forward then. A day that a time zone skipped begins
 * with the next one.
 */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00Z`);
  let [before, from] = [midnight - MAX_OFFSET, midnight + MAX_OFFSET];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayIn(zone, new Date(middle)) < day) before = middle;
    else from = middle;
  }
  return new Date(from);
}

/** The year of a day. */
export const yearOf = (day: string): string => day.slice(0, 4);

/** The day that is so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}
