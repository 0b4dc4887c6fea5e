import { useEffect, useState } from 'react';
import type { Language } from '../../contract/languages';
import { createI18n } from './createI18n';
import type { Translate } from './I18nProvider';
import { isolateValues } from './isolate';
import { LANGUAGES } from './languages';
import type { StaffTextKey } from './textKeys';

/** The texts of the signed-in app in one language. */
export interface LanguageTexts {
  readonly language: Language;
  readonly t: Translate<StaffTextKey>;
}

/** Loads the texts of the signed-in app in a language, whatever that of the page is. */
export async function loadTexts(language: Language): Promise<LanguageTexts> {
  const i18n = await createI18n(language);
  await i18n.addTexts('staff');
  return { language, t: (key, values) => i18n.translate(key, isolateValues(values)) };
}

/** The texts in every language, for a paper that has all of them; null until loaded. */
export function useAllTexts(): { texts: readonly LanguageTexts[] | null; hasFailed: boolean } {
  const [texts, setTexts] = useState<readonly LanguageTexts[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    Promise.all(Object.keys(LANGUAGES).map(loadTexts))
      .then((loaded) => !isGone && setTexts(loaded))
      .catch(() => !isGone && setFailed(true));
    return () => {
      isGone = true;
    };
  }, []);
  return { texts, hasFailed };
}
