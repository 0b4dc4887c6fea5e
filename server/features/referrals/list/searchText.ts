/** Classifies and normalizes typed text for searches: pure functions. */
import { asciiDigits } from '../../../../contract/digits';
import { phoneDigits } from '../../../../contract/fieldRules';
import { phoneHref } from '../../../../contract/phoneHref';
import { sameKey, typedWords } from '../../../../contract/textMatching';
import { correctMisread } from '../base32';
import { readBirthDate } from './birthDates';

/** Digits of a US phone number without its country code. A longer number has a country code, or a prefix that is dialled. */
const NATIONAL = 10;
/** Digits that are enough for a phone number, whatever else the text has. */
const LOCAL = 7;

/**
 * The digits to look for in stored phone numbers: of the number that would be dialled, without its extension. Of a number with
 * a country code or a prefix, the last ten, which all ways to write it have. Empty when there are no digits: that matches no
 * number.
 */
export function toPhoneSearch(typed: string): string {
  const [, number] = /^tel:([+\d]+)/.exec(phoneHref(typed) ?? '') ?? [];
  const digits = phoneDigits(number ?? typed);
  if (digits.length > NATIONAL) return digits.slice(-NATIONAL);
  return (typed.includes('+') && digits.startsWith('1') && digits.slice(1)) || digits;
}

/** A whole tracking ID, with any separators, within other text. */
const WHOLE_ID =
  /(?<![\p{L}\p{N}])r[ .-]*([0-9a-tv-z]{4})[ .-]*([0-9a-tv-z]{4})(?!-?[\p{L}\p{N}])/u;

/** The part to look for in tracking IDs without their dashes; empty when there is nothing to look for. */
export function toTrackingSearch(typed: string): string {
  const text = sameKey(typed);
  const [whole] = WHOLE_ID.exec(text) ?? [];
  const part = whole?.replaceAll('.', '') ?? text.replace(/\.$/, '');
  return correctMisread(part.replace(/[\s#-]/g, '').toUpperCase());
}

/** A part of a phone number as people write it. */
const PHONE_PART = /^[\d\s().+/-]*$/;
/** A part of a tracking ID, in capitals and without dashes. */
const TRACKING_PART = /^R?[0-9A-HJKMNP-TV-Z]{1,8}$/;
const TRACKING_START = /^#? ?r-/;

/** What the text of the search box can match. */
export interface QuickSearch {
  /** The text to find in names; undefined if it is not a name. */
  readonly name: string | undefined;
  readonly isPhone: boolean;
  readonly isTracking: boolean;
  /** Birth dates, YYYY-MM-DD. With a name, both must match. */
  readonly birthDates: readonly string[];
}

/**
 * Decides what the text of the search box can match: a birth date, alone or beside a name; digits without letters, or enough
 * of them, a phone number; any other text a name. Digits, or a leading 'R-', can also match a tracking ID; a whole one with a
 * digit matches nothing else.
 */
export function readQuickSearch(typed: string): QuickSearch {
  const text = sameKey(asciiDigits(typed));
  const { dates, rest } = readBirthDate(text);
  if (dates.length > 0) {
    // A name has no digits: those beside a birth date are of a number, as in a row of a spreadsheet.
    const words = rest.split(' ').filter((word) => !/\d/.test(word));
    const name = words.join(' ');
    return {
      name: typedWords(name).length > 0 ? name : undefined,
      isPhone: false,
      isTracking: false,
      birthDates: dates,
    };
  }
  const hasDigit = /\d/.test(text);
  const isDigits = hasDigit && PHONE_PART.test(text);
  const startsAsId = TRACKING_START.test(text);
  const isTracking = (hasDigit || startsAsId) && TRACKING_PART.test(toTrackingSearch(text));
  const isWhole = isTracking && hasDigit && WHOLE_ID.test(text);
  return {
    name: isDigits || isWhole ? undefined : typed,
    isPhone: isDigits || (!isWhole && phoneDigits(text).length >= LOCAL),
    isTracking,
    birthDates: [],
  };
}
