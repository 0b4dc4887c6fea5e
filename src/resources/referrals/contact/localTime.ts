/** Date and time as an input of type datetime-local has them, in the provider's time zone. */
import { timeZone } from '../../../i18n/providerTime';

const PARTS: Intl.DateTimeFormatOptions = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
};

/** 'YYYY-MM-DDTHH:MM' of a moment. */
export function toLocalTime(moment: Date): string {
  const format = new Intl.DateTimeFormat('en-US', { ...PARTS, timeZone: timeZone() });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const day = ['year', 'month', 'day'].map((part) => parts.get(part as 'year')).join('-');
  return `${day}T${parts.get('hour')}:${parts.get('minute')}`;
}

/** The moment of such a time, ISO in UTC; undefined for another text. */
export function toInstant(local: string): string | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offsetAt = (time: number) => Date.parse(`${toLocalTime(new Date(time))}Z`) - time;
  // Twice, as the clock may be changed between the two.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess)).toISOString();
}
