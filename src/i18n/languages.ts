/**
 * The languages, one file each in contract/languages; scripts/build/languageParts.ts serves each part as a module of its own.
 */
import type { Language, Texts } from '../../contract/languages';

export type { Language };

/** Texts for when nothing else could be loaded; they are part of the start script. */
export interface StartTexts {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** Shown while the page's script has not started. */
  readonly notStarted: string;
  /** What to do instead: the phone number follows, or the address; without both, `other` stands alone. */
  readonly call: string;
  readonly visit: string;
  readonly other: string;
}

const names = import.meta.glob<string>('../../contract/languages/*.json', {
  query: '?part=name',
  import: 'default',
  eager: true,
});
const starts = import.meta.glob<StartTexts>('../../contract/languages/*.json', {
  query: '?part=start',
  import: 'default',
  eager: true,
});
const everyone = import.meta.glob<Texts>('../../contract/languages/*.json', {
  query: '?part=everyone',
  import: 'default',
});
const account = import.meta.glob<Texts>('../../contract/languages/*.json', {
  query: '?part=account',
  import: 'default',
});
const staff = import.meta.glob<Texts>('../../contract/languages/*.json', {
  query: '?part=staff',
  import: 'default',
});

/** Language code → the language's own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = byCode(names);

const startTextsByCode = byCode(starts);

/** @throws when the language is unknown */
export function startTexts(language: Language): StartTexts {
  const texts = startTextsByCode[language];
  if (!texts) throw new Error(`Unknown language: ${language}`);
  return texts;
}

/** Language code → loader of the texts: for everyone, for the pages of accounts, and for the signed-in app. */
export const TEXT_LOADERS = {
  everyone: byCode(everyone),
  account: byCode(account),
  staff: byCode(staff),
};

export function byCode<Value>(files: Readonly<Record<string, Value>>): Record<Language, Value> {
  const codeOf = (file: string) => file.replace(/^.*\/|\.json.*$/g, '');
  return Object.fromEntries(Object.entries(files).map(([file, value]) => [codeOf(file), value]));
}
