import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import type { TextKey } from './textKeys';
import { type I18n, rememberLanguage } from './createI18n';
import type { Language } from './languages';

export type Translate<Key = TextKey> = (
  key: Key,
  values?: Record<string, string | number>,
) => string;

interface I18nContextValue {
  readonly i18n: I18n;
  readonly language: Language;
  readonly t: Translate;
  setLanguage(language: Language): Promise<void>;
}

const I18nContext = createContext<I18nContextValue | null>(null);

/** Provides the texts to the tree, and keeps the document's `lang` in sync. */
export function I18nProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  const [{ language, t }, setState] = useState(() => readState(i18n));

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const setLanguage = useCallback(
    async (next: Language) => {
      await i18n.changeLocale(next);
      rememberLanguage(next);
      setState(readState(i18n));
    },
    [i18n],
  );

  const value = useMemo(
    () => ({ i18n, language, t, setLanguage }),
    [i18n, language, t, setLanguage],
  );
  return <I18nContext value={value}>{children}</I18nContext>;
}

/** Creates a new `t` for each language, so that components memoised with the previous one render again. */
function readState(i18n: I18n): { language: Language; t: Translate } {
  return {
    language: i18n.getLocale(),
    t: (key, values) => i18n.translate(key, values),
  };
}

/** The current language, its setter, and the provider itself (for react-admin). */
export function useLanguage(): I18nContextValue {
  const value = useContext(I18nContext);
  if (!value) throw new Error('i18n used outside I18nProvider');
  return value;
}

/** `t('login.title')`, `t('notice.until', { seconds: 5 })`: a text of the catalogue in the current language. */
export function useT(): Translate {
  return useLanguage().t;
}
