/** Finds settings whose name was mistyped: read as not set, they would start an empty database without a word. */

/** From so many letters on, two mistakes are still nearer to the setting than to another word. */
const LONG = 10;
/** Shorter names (HOST, PORT) are near to too many others. */
const SHORT = 7;

/** Variables of other programs that are near to a setting of ours: Jenkins sets this one, near to BRAND_NAME. */
const OTHERS = new Set(['BRANCH_NAME']);

/** What npm, Kubernetes (a service's address) and continuous integration set, whatever the rest of the name is. */
const SET_BY_PLATFORMS =
  /^(npm|ci|github|gitlab|runner|kubernetes)_|_(port|service_host|service_port)(_|$)/i;

/**
 * The setting that was most likely meant by the name of a variable that is none. A setting that is given itself was not.
 * @param given the names of all variables that have a value
 * @param settings the names of all settings
 * @returns pairs of a mistyped name and the setting's
 */
export function findMistyped(
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
  if (lettersOf(name) === lettersOf(setting)) return true;
  const mistakes = countMistakes(name, setting);
  return setting.length > SHORT && mistakes <= (setting.length < LONG ? 1 : 2);
}

/** Two names of the same letters are one, however these are ordered and parted. */
const lettersOf = (name: string) => name.replace(/[_-]/g, '').split('').toSorted().join('');

/** Letters left out, put in, exchanged for another or for their neighbour (Damerau–Levenshtein, optimal string alignment). */
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
