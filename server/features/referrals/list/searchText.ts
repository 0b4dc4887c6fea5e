/** Classifies and normalizes typed text for searches: pure functions. */
import { phoneDigits } from '../../../../contract/fieldRules';

/** Digits of a US phone number with its country code. */
const WITH_COUNTRY_CODE = 11;

/**
 * The digits to look for in stored phone numbers. Drops a leading US country code, which the stored number may lack. Empty when
 * there are no digits: that matches no number.
 */
export function toPhoneSearch(typed: string): string {
  const digits = phoneDigits(typed);
  const isCode = digits.length === WITH_COUNTRY_CODE || typed.includes('+');
  return (isCode && digits.startsWith('1') && digits.slice(1)) || digits;
}

/** The part to look for in tracking ids without their dashes; empty when there is nothing to look for. */
export const toTrackingSearch = (typed: string): string =>
  typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase();

/** A part of a phone number as people write it. */
const PHONE_PART = /^[\d\s().+/\p{Pd}]*$/u;
/** A part of a tracking ID, in capitals and without dashes. */
const TRACKING_PART = /^R?[0-9A-HJKMNP-TV-Z]{1,8}$/;
const TRACKING_START = /^R\p{Pd}/iu;
/** Characters of a whole tracking ID without its dashes. */
const TRACKING_LENGTH = 9;

/**
 * Decides which fields the text of the search box can match: digits without letters a phone number, any other text a name.
 * Digits, or a leading 'R-', can also match a tracking ID; a whole one with a digit matches nothing else.
 */
export function quickSearchParts(
  typed: string,
): Record<'isName' | 'isPhone' | 'isTracking', boolean> {
  const hasDigit = /\d/.test(typed);
  const isPhone = hasDigit && PHONE_PART.test(typed);
  const startsAsId = TRACKING_START.test(typed);
  const id = toTrackingSearch(typed);
  const isTracking = (hasDigit || startsAsId) && TRACKING_PART.test(id);
  const isWhole = isTracking && hasDigit && startsAsId && id.length === TRACKING_LENGTH;
  return { isName: !isPhone && !isWhole, isPhone, isTracking };
}
