/**
 * The `tel:` address of a phone number as people write it: one complete number with its extension, or none. A network dials the
 * first digits of two joined numbers, so a stranger would answer.
 */
import { asciiDigits, halfWidth } from './digits';

/** What people write between the digits of one number: blanks, dashes, dots. */
const BETWEEN = String.raw`[\s\p{Pd}\p{Cf}\u2212.]`;
/** '+' begins a number; after other digits, as in '1+310', it separates them. */
const NUMBER_RUNS = String.raw`\+${BETWEEN}*\d(?:${BETWEEN}*\d)*|\d(?:(?:${BETWEEN}|\+)*\d)*`;
const RUNS = new RegExp(NUMBER_RUNS, 'gu');
/** An area or country code in parentheses. */
const CODE = /\((\s*\+?\s*\d{1,5}\s*)\)/g;
/** '(0)' after a country code is dialled only within the country. Italian numbers have a 0 that is always dialled. */
const TRUNK_ZERO = /((?:\+|\b00|\b011)[\s.-]*(?!39)\d{1,3}[\s.)-]*)\(0\)/;

const LABELS = 'ext(?:ensi[oó]n)?|x|anexo|int(?:erno)?';
const EXTENSION_AFTER = String.raw`^[\s\p{Pd},;.:(]*(?:${LABELS}|#)[\s\p{Pd}.:=#]*(\d{1,6})(?![.\p{Pd}]?\d)`;
const EXTENSION = new RegExp(EXTENSION_AFTER, 'iu');
/** Matches text before a number that makes it an extension or a service code, such as '*67'. */
const EXTENSION_MARK = new RegExp(String.raw`(?:^|\P{L})(?:${LABELS})[\s.:=#]*$|[*#]$`, 'iu');
/** At the start of the text after a number whose next digits are letters, as in '1-800-662-HELP'. */
const LETTERS = new RegExp(String.raw`^${BETWEEN}*\p{L}`, 'u');

/** Digit counts: of a service number, such as 911; of a number without and with its area code; with its country code. */
const SERVICE = { min: 3, max: 6 } as const;
const LOCAL = 7;
const NATIONAL = 10;
const INTERNATIONAL_MAX = 15;

/** A part of a text that may be a number. */
interface Run {
  readonly number: string;
  /** The text since the run before it, and all text after it. */
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the address of the first whole number in a text: 'H: 310-555-0142 x3, C: …' → 'tel:3105550142;ext=3'. Undefined
 * without a number, if the text does not tell which digits are one, if it continues in letters, or if characters set the text
 * direction, which may show the digits in another order.
 */
export function phoneHref(phone: string): string | undefined {
  if (/\p{Bidi_Control}/u.test(phone)) return undefined;
  const text = withoutSpelling(asciiDigits(halfWidth(phone)));
  const run = findNumber(text.replace(TRUNK_ZERO, '$1').replace(CODE, ' $1 '));
  if (!run) return undefined;
  const number = dialled(run.number);
  const [, extension] = EXTENSION.exec(run.after) ?? [];
  const isIncomplete = EXTENSION_MARK.test(run.before) || (!extension && LETTERS.test(run.after));
  if (!isCallable(number) || (isIncomplete && significant(number).length < NATIONAL))
    return undefined;
  return `tel:${number}${extension ? `;ext=${extension}` : ''}`;
}

/** The digits of a run, after its '+'. */
const dialled = (number: string) => (number.startsWith('+') ? '+' : '') + number.replace(/\D/g, '');
/** A number as dialled, without its international prefix. */
const significant = (number: string) => number.replace(/^(?:\+|00|011)/, '');

/**
 * The first run if it is long enough for a number. If it is not: all runs together, if no letters say that they are more than
 * one number and they have a whole one's length, as in '310/555/0142'; or a later run with its area, after letters.
 */
function findNumber(text: string): Run | undefined {
  const matches = [...text.matchAll(RUNS)];
  const runs = matches.map((match, at): Run => {
    const previous = matches[at - 1];
    const end = previous ? previous.index + previous[0].length : 0;
    return {
      number: match[0],
      before: text.slice(end, match.index),
      after: text.slice(match.index + match[0].length),
    };
  });
  const [first] = runs;
  if (!first || runs.length === 1 || dialled(first.number).length >= LOCAL) return first;
  if (/\p{L}/u.test(text)) {
    return runs.find(
      ({ number, before }) => dialled(number).length >= NATIONAL && /\p{L}/u.test(before),
    );
  }
  const joined = { number: runs.map(({ number }) => number).join(' '), before: '', after: '' };
  return dialled(joined.number).length >= NATIONAL ? joined : undefined;
}

/** Whether a number as dialled is a complete service, local, national or international number. */
function isCallable(number: string): boolean {
  const digits = significant(number);
  if (digits !== number) {
    const isNorthAmerican = digits.startsWith('1');
    return isNorthAmerican
      ? digits.length === NATIONAL + 1
      : digits.length >= LOCAL && digits.length <= INTERNATIONAL_MAX;
  }
  const { length } = digits;
  if (length <= SERVICE.max) return length >= SERVICE.min;
  if (length === LOCAL || length === NATIONAL) return true;
  // With a trunk prefix: 0, or 1 in North America.
  return digits.startsWith('0') ? length <= NATIONAL + 1 : /^1\d{10}$/.test(digits);
}

/** The keys of a phone for the letters from A to Z. */
const KEYS = '22233344455566677778889999';

/** Leaves out a word that is followed by its digits, as in '800-662-HELP (4357)'. */
const withoutSpelling = (text: string) =>
  text.replace(/([a-z]{3,})\s*\(([\d-]+)\)/gi, (both, word: string, digits: string) => {
    const keys = Array.from(word.toLowerCase(), (letter) => KEYS[letter.charCodeAt(0) - 97]);
    return keys.join('') === digits.replaceAll('-', '') ? digits : both;
  });
