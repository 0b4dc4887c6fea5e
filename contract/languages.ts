/**
 * The languages of screens and emails. Each is one file in ./languages, named by its code; nothing else registers it. A file
 * contains the language's own name, the dates of its reviews, and all texts: `start` (shown when nothing else could be loaded),
 * `letters` (emails), `everyone` (what every visitor downloads), `step2` (what only step 2 of the form shows, downloaded with its
 * code), `account` (the pages of accounts) and `staff`.
 */

/** A language's code, such as 'es': the name of its file. */
export type Language = string;

/** The language that all others are translated from and fall back to. */
export const SOURCE_LANGUAGE: Language = 'en';

export interface Texts {
  readonly [key: string]: string | readonly string[] | Texts;
}

export const LANGUAGE_PARTS = [
  'start',
  'letters',
  'everyone',
  'step2',
  'account',
  'staff',
] as const;
export type LanguagePart = (typeof LANGUAGE_PARTS)[number];

export interface LanguageFile extends Readonly<Record<LanguagePart, Texts>> {
  readonly name: string;
  /** Group of texts → the day (YYYY-MM-DD) on which a second person had compared it with the source. */
  readonly reviewed?: Readonly<Record<string, string>>;
}

/** In these groups, a wrong translation can do more harm than a text in English: only reviewed translations are shown. */
export const CRITICAL_GROUPS = [
  'start',
  'letters',
  'landing',
  'referralForm',
  'help',
  'rights',
  'reachForm',
  'reach',
  'quickExit',
  'answers',
  'consents',
  'receiptCode',
  'hearBack',
  'lookUp',
];

/**
 * The gaps of a language: missing texts such as 'referralForm.next', and critical groups without a review such as 'landing'.
 */
export interface Gaps {
  readonly missing: readonly string[];
  readonly unreviewed: readonly string[];
}

/** Returns a part of a language as it is shown: the source language fills its gaps. */
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

/** Lists the texts and groups of a language that are shown in the source language instead. */
export function findGaps(file: LanguageFile, source: LanguageFile): Gaps {
  const missing = LANGUAGE_PARTS.flatMap((part) => {
    const there = new Set(listPaths(file[part] ?? {}));
    return listPaths(source[part]).filter((path) => !there.has(path));
  });
  const groups = LANGUAGE_PARTS.flatMap((part) =>
    isGrouped(part) ? Object.keys(source[part]) : [part],
  );
  return { missing, unreviewed: groups.filter((group) => !isShown(file, group)) };
}

/** Whether each first-level key of the part is a group; the other parts are one group each. */
const isGrouped = (part: LanguagePart) => part !== 'start' && part !== 'letters';

/** The source language has no `reviewed` and is always shown. */
const isShown = ({ reviewed }: LanguageFile, group: string) =>
  !reviewed || !CRITICAL_GROUPS.includes(group) || Object.hasOwn(reviewed, group);

/** One text, or a list of paragraphs. */
const isText = (node: Texts[string] | undefined): node is string | readonly string[] =>
  typeof node === 'string' || Array.isArray(node);

const hasText = (text: string | readonly string[]) => [text].flat().some((line) => line.trim());

function fill(own: Texts[string] | undefined, source: Texts[string]): Texts[string] {
  if (isText(source)) return isText(own) && hasText(own) ? own : source;
  const children = own === undefined || isText(own) ? {} : own;
  return Object.fromEntries(
    Object.entries(source).map(([key, texts]) => [key, fill(children[key], texts)]),
  );
}

function listPaths(texts: Texts, before = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    isText(text) ? [`${before}${key}`] : listPaths(text, `${before}${key}.`),
  );
}
