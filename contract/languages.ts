/**
 * The languages of screens and letters: a file each in ./languages, named by its code, and nothing else to be told. A file
 * holds the language's own name, what of it was reviewed and when, and all texts: `start` (shown when nothing else could be
 * loaded), `letters`, `everyone` (what visitors download) and `staff`.
 */

/** A language's code, such as 'es': the name of its file. */
export type Language = string;

/** The one all others are translated from, and fall back to. */
export const SOURCE_LANGUAGE: Language = 'en';

export interface Texts {
  readonly [key: string]: string | readonly string[] | Texts;
}

export const LANGUAGE_PARTS = ['start', 'letters', 'everyone', 'staff'] as const;
export type LanguagePart = (typeof LANGUAGE_PARTS)[number];

export interface LanguageFile extends Readonly<Record<LanguagePart, Texts>> {
  readonly name: string;
  /** Group of texts → the day (YYYY-MM-DD) a second reader had compared it with the source. */
  readonly reviewed?: Readonly<Record<string, string>>;
}

/** A wrong word here can cost more than a foreign one: in these groups only reviewed translations are shown. */
export const CRITICAL_GROUPS = [
  'start',
  'letters',
  'landing',
  'referralForm',
  'rights',
  'quickExit',
];

/** What a language lacks: 'referralForm.next' is missing, or 'landing' is critical and not reviewed. */
export interface Gaps {
  readonly missing: readonly string[];
  readonly unreviewed: readonly string[];
}

/** A part of a language as it is shown: what it lacks stands there in the source language. */
export function completePart(file: LanguageFile, part: LanguagePart, source: LanguageFile): Texts {
  if (!isGrouped(part)) {
    return isShown(file, part) ? (fill(file[part], source[part]) as Texts) : source[part];
  }
  const groups = Object.entries(source[part]).map(([group, texts]) => [
    group,
    isShown(file, group) ? fill(file[part]?.[group], texts) : texts,
  ]);
  return Object.fromEntries(groups) as Texts;
}

/** What of a language is shown in the source language instead. */
export function gapsOf(file: LanguageFile, source: LanguageFile): Gaps {
  const missing = LANGUAGE_PARTS.flatMap((part) => {
    const there = new Set(pathsOf(file[part] ?? {}));
    return pathsOf(source[part]).filter((path) => !there.has(path));
  });
  const groups = LANGUAGE_PARTS.flatMap((part) =>
    isGrouped(part) ? Object.keys(source[part]) : [part],
  );
  return { missing, unreviewed: groups.filter((group) => !isShown(file, group)) };
}

/** The parts of which each first name is a group; of the others, the whole part is one. */
const isGrouped = (part: LanguagePart) => part === 'everyone' || part === 'staff';

/** The source has no list of what was reviewed. */
const isShown = ({ reviewed }: LanguageFile, group: string) =>
  !reviewed || !CRITICAL_GROUPS.includes(group) || Object.hasOwn(reviewed, group);

/** One text, or its paragraphs. */
const isText = (node: Texts[string] | undefined): node is string | readonly string[] =>
  typeof node === 'string' || Array.isArray(node);

const isSaid = (text: string | readonly string[]) => [text].flat().some((line) => line.trim());

function fill(own: Texts[string] | undefined, source: Texts[string]): Texts[string] {
  if (isText(source)) return isText(own) && isSaid(own) ? own : source;
  const inside = own === undefined || isText(own) ? {} : own;
  return Object.fromEntries(
    Object.entries(source).map(([key, texts]) => [key, fill(inside[key], texts)]),
  );
}

function pathsOf(texts: Texts, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    isText(text) ? [`${before}${key}`] : pathsOf(text, `${before}${key}.`),
  );
}
