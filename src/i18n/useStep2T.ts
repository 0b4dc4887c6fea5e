/** The texts of step 2 of the form, in all languages: part of its code, so that whoever has that needs nothing more. */
import type { Texts } from '../../contract/languages';
import { type Translate, useLanguage } from './I18nProvider';
import { byCode } from './languages';
import type { Step2TextKey, TextKey } from './textKeys';

const TEXTS = byCode(
  import.meta.glob<Texts>('../../contract/languages/*.json', {
    query: '?part=step2',
    import: 'default',
    eager: true,
  }),
);

/** `useT` for step 2 of the form. */
export function useStep2T(): Translate<Step2TextKey> {
  const { language, t } = useLanguage();
  return (key, values) => {
    const text = findText(TEXTS[language], key);
    return t(key as TextKey, text === undefined ? values : { ...values, _: text });
  };
}

/** Finds 'rights.law'; undefined if the texts do not have it. */
function findText(texts: Texts | undefined, key: string): string | undefined {
  let node: Texts[string] | undefined = texts;
  for (const name of key.split('.')) node = (node as Texts | undefined)?.[name];
  return typeof node === 'string' ? node : undefined;
}
