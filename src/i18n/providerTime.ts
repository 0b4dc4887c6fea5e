/** The provider's time zone (TIME_ZONE, else the browser's), and the current time by the server's clock. */
import { dayIn, isTimeZone } from '../../contract/calendar';

/**
 * Milliseconds: a clock that differs by less is right, as the time of a response is in whole seconds and takes a while to
 * arrive.
 */
const TOLERANCE = 60_000;

let zone = '';
/** Milliseconds by which the server's clock is ahead of the browser's. */
let serverOffset = 0;

/** @param name of the provider's time zone; '' for the browser's, as is one that the browser does not know */
export function setTimeZone(name: string): void {
  zone = isTimeZone(name) ? name : '';
}

/** For `Intl.DateTimeFormat`: undefined for the browser's time zone. */
export const timeZone = (): string | undefined => zone || undefined;

/** Corrects `now` by the `Date` header of a response; without one, the browser's clock is used. */
export function setServerTime(date: string | undefined): void {
  const difference = Date.parse(date ?? '') - Date.now();
  serverOffset = Math.abs(difference) > TOLERANCE ? difference : 0;
}

/** The current moment by the server's clock. */
export const now = (): Date => new Date(Date.now() + serverOffset);

/** The day of a moment, YYYY-MM-DD. */
export const dayOf = (moment: Date): string => dayIn(zone, moment);

/** Today, YYYY-MM-DD. */
export const today = (): string => dayOf(now());
