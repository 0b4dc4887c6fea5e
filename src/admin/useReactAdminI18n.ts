import { useMemo } from 'react';
import type { I18nProvider } from 'react-admin';
import { useLanguage } from '../i18n/I18nProvider';
import { isolateValues } from '../i18n/isolate';

/**
 * The app's texts as react-admin's i18nProvider. A new object per language renders react-admin's texts again.
 *
 * @example
 * const i18nProvider = useReactAdminI18n();
 * return <CoreAdminContext i18nProvider={i18nProvider}>…</CoreAdminContext>;
 */
export function useReactAdminI18n(): I18nProvider {
  const { i18n, language, setLanguage } = useLanguage();
  return useMemo(
    () => ({
      ...i18n,
      translate: (key, values) => i18n.translate(key, isolateValues(values)),
      getLocale: () => language,
      changeLocale: setLanguage,
    }),
    [i18n, language, setLanguage],
  );
}
