/** Finds mistyped setting names. Treated as not set, they would silently start an empty database. */

/** From this many characters on, a name with two mistakes still resembles the setting more than another word. */
const LONG = 10;
/** Shorter names (HOST, PORT) resemble too many other words. */
const SHORT = 7;

/** Variables of other programs that resemble a setting: Jenkins sets BRANCH_NAME, which resembles BRAND_NAME. */
const OTHERS = new Set(['BRANCH_NAME']);

/** Prefixes and suffixes of variables that npm, Kubernetes (for a service's address) and CI systems set. */
const SET_BY_PLATFORMS =
  /^(npm|ci|github|gitlab|runner|kubernetes)_|_(port|service_host|service_port)(_|$)/i;

/**
 * Finds the setting that was most likely meant by a variable that is not a setting. Never suggests a setting that is given itself.
 * @param given the names of all variables that have a value
 * @param settings the names of all settings
 * @returns pairs of a mistyped name and the setting's name
 */
export function findMistypedSettings(
  given: readonly string[],
  settings: readonly string[],
): [name: string, meant: string][] {
  const missing = settings.filter((setting) => !given.includes(setting));
  return given
    .filter((name) => !settings.includes(name) && !OTHERS.has(name) && !SET_BY_PLATFORMS.test(name))
    .flatMap((name) => {
      const meant = missing.find((setting) => isMistyped(name.toUpperCase(), setting));
      return meant === undefined ? [] : [[name, meant] satisfies [string, string]];
    });
}

function isMistyped(name: string, setting: string): boolean {
  if (setting.length < SHORT || Math.abs(name.length - setting.length) > 2) return false;
  if (sortLetters(name) === sortLetters(setting)) return true;
  const mistakes = countMistakes(name, setting);
  return setting.length > SHORT && mistakes <= (setting.length < LONG ? 1 : 2);
}

/** Names with the same letters in any order, with any separators, are equal. */
const sortLetters = (name: string) => name.replace(/[_-]/g, '').split('').toSorted().join('');

/** Counts insertions, deletions, substitutions and swaps of neighbours (Damerau–Levenshtein, optimal string alignment). */
function countMistakes(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
