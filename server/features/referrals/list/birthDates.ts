/** Reads birth dates in the text of the search box: pure functions. */
import { dayIn } from '../../../../contract/calendar';
import { isBirthDate } from '../../../../contract/fieldRules';
import { sameKey } from '../../../../contract/textMatching';
import { LANGUAGES } from '../../../languages';

const MONTHS_PER_YEAR = 12;
const CENTURY = 100;

/** The number of each month, by its names and abbreviations of three or more letters, in every language of the app. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: MONTHS_PER_YEAR }, (_, month) => {
      const name = sameKey(format.format(Date.UTC(2000, month)));
      return Array.from(name)
        .map((_letter, index) => name.slice(0, index + 1))
        .filter((part) => part.length >= 3)
        .map((part) => [part, month + 1] as const);
    }).flat();
  }),
);

const MONTH = `(${[...MONTHS.keys()].toSorted((one, other) => other.length - one.length).join('|')})`;
const YEAR = String.raw`((?:19|20)\d{2}|\d{2})`;
const BETWEEN = String.raw`[\s,./-]+`;
const OF = String.raw`(?:${BETWEEN}|\s+(?:de|of|del)\s+)`;
const date = (...parts: readonly string[]) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}./-])${parts.join('')}(?![\p{L}\p{N}/-]|\.\d)`, 'u');

/** The forms of a date in a text's `sameKey`, and which of their groups is the year, month and day, in each way to read it. */
const FORMS: readonly { readonly pattern: RegExp; readonly orders: readonly string[] }[] = [
  {
    pattern: date(String.raw`((?:19|20)\d{2})([./-])(\d{1,2})\2(\d{1,2})`),
    orders: ['y-md'],
  },
  {
    pattern: date(String.raw`(\d{1,2})(\s?[./-]\s?|\s)(\d{1,2})\2`, YEAR),
    orders: ['m-dy', 'd-my'],
  },
  {
    pattern: date(
      MONTH,
      String.raw`\.?`,
      BETWEEN,
      String.raw`(\d{1,2})(?:st|nd|rd|th)?`,
      BETWEEN,
      YEAR,
    ),
    orders: ['mdy'],
  },
  {
    pattern: date(String.raw`(\d{1,2})(?:st|nd|rd|th)?`, OF, MONTH, String.raw`\.?`, OF, YEAR),
    orders: ['dmy'],
  },
];

/** What is written before or behind a birth date, in the languages of the app. */
const LABEL = 'dob|d\\.o\\.b|date of birth|born|fecha de nacimiento|f\\. ?nac';
const LABEL_BEFORE = new RegExp(String.raw`(?<!\p{L})(?:${LABEL})[^\p{L}\p{N}]*$`, 'u');
const LABEL_BEHIND = new RegExp(String.raw`^[^\p{L}\p{N}]*(?:${LABEL})(?!\p{L})`, 'u');

/**
 * Finds the first birth date in a typed text, from 1900 to today. A date that can be read in two ways, as 3/5/2008, has both.
 * @returns the dates as YYYY-MM-DD, none if the text has no date; and the rest of the text
 */
export function readBirthDate(typed: string): { dates: string[]; rest: string } {
  const text = sameKey(typed);
  for (const { pattern, orders } of FORMS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const dates = orders.flatMap((order) => toDates(match.slice(1), order));
    if (dates.length === 0) continue;
    const before = text.slice(0, match.index).replace(LABEL_BEFORE, '');
    const after = text.slice(match.index + match[0].length).replace(LABEL_BEHIND, '');
    const rest = `${before} ${after}`;
    // A number in pairs of digits, such as 06 12 34 56 78, is no date.
    if (/\d/.test(rest) && !/\p{L}/u.test(rest)) break;
    return { dates: [...new Set(dates)], rest };
  }
  return { dates: [], rest: typed };
}

/** @param order what each group of the pattern is: y, m, d, or '-' for a separator */
function toDates(groups: readonly string[], order: string): string[] {
  const part = (name: string) => groups[order.indexOf(name)] ?? '';
  const month = MONTHS.get(part('m')) ?? Number(part('m'));
  const years =
    part('y').length === 2
      ? [20, 19].map((century) => century * CENTURY + Number(part('y')))
      : [Number(part('y'))];
  const found = years
    .map((year) => toIso(year, month, Number(part('d'))))
    .filter((iso) => iso !== undefined);
  // Of two centuries, the later one that is not in the future.
  return found.slice(0, 1);
}

/** The date as YYYY-MM-DD; undefined unless it is in the calendar and can be a birth date. */
function toIso(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  const iso = at.toISOString().slice(0, 10);
  const isInCalendar = at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isInCalendar && isBirthDate(iso, dayIn('UTC', new Date())) ? iso : undefined;
}
