/**
 * Compares a typed text with stored names, in two relations (decision 61). Two names are the same if their `sameKey` is equal.
 * A typed text finds a name that contains each of its words, in any order; within a word, a dash, an apostrophe or a full stop
 * matches a blank or nothing. A name is always found by a name that is the same. Keys are never shown. The database has both
 * keys as SQL functions (migration 0020).
 */

/** Signs whose compatibility decomposition has a blank and an accent, or several signs: replaced before it. */
const SPACING_SIGNS: Readonly<Record<string, string>> = {
  "'": '\u00b4\u0384\u1fbd\u1fbf\u1ffe\u1ffd',
  '"': '\u2033\u2036',
};

/** Marks on letters: accents, and the vowel points of Arabic and Hebrew. The vowels of Indic scripts are not among them. */
const MARKS = String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u08ca-\u08e1\u08e3-\u08ff\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;
/** Characters without a shape of their own: joiners, selectors of variants, marks of direction, fillers. */
const INVISIBLE = String.raw`\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc`;
const IGNORED = new RegExp(`[${MARKS}${INVISIBLE}]`, 'gu');

/**
 * Replacements in the key, by the text that replaces: variants of punctuation marks, and lower-case letters of Latin and Arabic
 * alphabets that Unicode does not decompose.
 */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ' ': '\u1680\u0085\u2028\u2029',
  "'": '`‘’‚‛′‵ʹʻʼʽʾʿˈˊˋ՚׳ꞌʔʕɂ',
  '"': '“”„‟«»〝〞〟״',
  '-': '‐‒–—―⁃−֊־᐀᠆⸗⸚⸺⸻⹀⹝〜〰゠𐺭',
  a: 'ɑⱥ',
  b: 'ƀƃɓ',
  c: 'ƈȼɕ',
  d: 'ðđƌȡɖɗ',
  e: 'ǝəɇɛ',
  f: 'ƒ',
  g: 'ǥɠɡɣ',
  h: 'ħɦⱨ',
  i: 'ıɨɩ',
  j: 'ȷɉɟʝ',
  k: 'ĸƙⱪ',
  l: 'łƚȴɫɬɭⱡ',
  m: 'ɱ',
  n: 'ƞȵŋɲɳ',
  o: 'øɔɵ',
  p: 'ƥᵽ',
  q: 'ɋʠ',
  r: 'ɍɼɽɾ',
  s: 'ȿʃʂ',
  t: 'ŧƫƭȶʈⱦ',
  u: 'ʉʊ',
  v: 'ʋⱱ',
  w: 'ƿⱳ',
  y: 'ȝƴɏ',
  z: 'ƶȥɀʐʑʒⱬ',
  ae: 'æ',
  hv: 'ƕ',
  oe: 'œ',
  ou: 'ȣ',
  ss: 'ß',
  th: 'þ',
  σ: 'ς',
  ا: 'ٱٲٳࢭ',
  ت: 'ټ',
  د: 'ډ',
  ر: 'ڒړڕ',
  ك: 'کڪګ',
  ل: 'ڵ',
  ن: 'ںڼ',
  ه: 'ةھہۃە',
  و: 'ۄۆۇۈۉۊۋۏ',
  ي: 'ؠىیۍێېے',
  '0': '٠۰',
  '1': '١۱',
  '2': '٢۲',
  '3': '٣۳',
  '4': '٤۴',
  '5': '٥۵',
  '6': '٦۶',
  '7': '٧۷',
  '8': '٨۸',
  '9': '٩۹',
};

const invert = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([key, all]) => Array.from(all, (one) => [one, key] as const)),
  );
const SIGN_OF = invert(SPACING_SIGNS);
const KEY_OF = invert(REPLACEMENTS);
const rewrite = (text: string, table: ReadonlyMap<string, string>) =>
  Array.from(text, (character) => table.get(character) ?? character).join('');

/** Text of ASCII alone, without the apostrophe of some keyboards: most names are, and are quick to compare. */
const PLAIN = /^[ -_a-~]*$/;

/**
 * The key that is equal for names that are the same. Case, marks, compatibility forms, letters without a decomposition, kinds
 * of apostrophes, dashes, quotes and blanks, and invisible characters do not count; the presence of a sign, blanks between
 * words, and numbers do.
 */
export function sameKey(text: string): string {
  return (PLAIN.test(text) ? text.toLowerCase() : toPlain(text)).replace(/\s+/g, ' ').trim();
}

function toPlain(text: string): string {
  const signs = rewrite(text, SIGN_OF).normalize('NFKD');
  return rewrite(signs.replace(IGNORED, '').toLowerCase(), KEY_OF);
}

/** The key of a name for finding it: its `sameKey` without apostrophes, dashes, full stops and quotes. */
export const searchKey = (name: string): string =>
  sameKey(name)
    .replace(/['".-]/g, '')
    .replace(/ +/g, ' ')
    .trim();

/** What separates typed words. Apostrophes, dashes and full stops do not: they are within words. */
const SEPARATORS = /[\s,;:"()[\]{}<>/&+|*=!?¡¿…]+/u;
/** The characters that have a meaning in a regular expression. */
const SYNTAX = /[\\^$*+?.()|[\]{}]/g;

/** A typed word to find. */
export interface TypedWord {
  /** The parts of the word between signs, at least one: every search key that has the word contains each. */
  readonly parts: readonly string[];
  /**
   * For a word with signs between its parts, a regular expression for a search key with a blank before it: the parts are
   * joined, or begin a word and have blanks between them. Undefined for a word of one part.
   */
  readonly spellingPattern: string | undefined;
}

/** The words of a typed text, without repeats. None if nothing is left to find. */
export function typedWords(text: string): TypedWord[] {
  return [...new Set(sameKey(text).split(SEPARATORS))].flatMap((word) => {
    const parts = word.split(/['.-]+/).filter(Boolean);
    if (parts.length === 0) return [];
    const escaped = parts.map((one) => one.replace(SYNTAX, String.raw`\$&`));
    const spellingPattern = `${escaped.join('')}| ${escaped.join(' ?')}`;
    return { parts, spellingPattern: parts.length > 1 ? spellingPattern : undefined };
  });
}

/**
 * Returns a test for the names in a list that are found by a typed text. Blanks find every name. A name that contains the text
 * as it was typed, ignoring case, is found, too (spec section 5).
 */
export function createMatcher(text: string): (name: string) => boolean {
  const literal = text.trim().toLowerCase();
  const words = typedWords(text).map(({ parts, spellingPattern }) => {
    const pattern = spellingPattern === undefined ? undefined : new RegExp(spellingPattern, 'u');
    return (key: string) =>
      pattern ? pattern.test(key) : parts.every((part) => key.includes(part));
  });
  return (name) => {
    if (name.toLowerCase().includes(literal)) return true;
    const key = ` ${searchKey(name)}`;
    return words.length > 0 && words.every((isIn) => isIn(key));
  };
}
