/** Rules of fields, which the server checks and the web app explains. They do not use zod, which browsers do not download. */
import { EARLIEST_BIRTH_DATE, LENGTHS } from './constants';
import { asciiDigits } from './digits';

/** Whether a text has a visible character: neither a blank, nor a mark alone, nor an invisible or control character. */
export function hasVisibleText(text: string): boolean {
  return /[^\s\p{M}\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc\p{Cc}\p{Cs}]/u.test(
    text,
  );
}

/** The digits of a phone number, in those of ASCII, for comparing and searching: '(555) 010-2030' → '5550102030'. */
export function phoneDigits(value: string): string {
  return asciiDigits(value).replace(/\D/g, '');
}

/** Whether a phone number as typed has 7 to 20 digits, among any other characters. */
export function isPhoneNumber(value: string): boolean {
  const { length } = phoneDigits(value);
  return length >= LENGTHS.phoneMinDigits && length <= LENGTHS.phoneMaxDigits;
}

/** Whether a date is from 1900 to today, both YYYY-MM-DD. */
export function isBirthDate(value: string, today: string): boolean {
  return value >= EARLIEST_BIRTH_DATE && value <= today;
}
