/** The languages, each a file in contract/languages; scripts/languageParts.ts hands out their parts one by one. */
import type { Language, Texts } from '../../contract/languages';

export type { Language };

/** What is shown when nothing else could be loaded; it comes with the start script. */
interface StartTexts {
  readonly title: string;
  readonly text: string;
  readonly action: string;
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
const staff = import.meta.glob<Texts>('../../contract/languages/*.json', {
  query: '?part=staff',
  import: 'default',
});

/** Code → the language's own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = byCode(names);

const startTextsOf = byCode(starts);

/** @param language one of ours */
export function startTexts(language: Language): StartTexts {
  const texts = startTextsOf[language];
  if (!texts) throw new Error(`There is no language ${language}`);
  return texts;
}

/** Code → what fetches the texts of visitors, and those of the signed-in app. */
export const TEXT_LOADERS = { everyone: byCode(everyone), staff: byCode(staff) };

function byCode<Value>(files: Readonly<Record<string, Value>>): Record<Language, Value> {
  const codeOf = (file: string) => file.replace(/^.*\/|\.json.*$/g, '');
  return Object.fromEntries(Object.entries(files).map(([file, value]) => [codeOf(file), value]));
}
