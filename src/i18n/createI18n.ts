/**
 * The texts of the app: one file per language in ./catalogues, found by its name; a visitor downloads only theirs.
 * The provider made here is the one react-admin uses too.
 */
import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { Catalogue } from './catalogues/en';

const loaders = import.meta.glob<{ messages: Catalogue }>('./catalogues/*.ts');

/** Code → the language's own name. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

const COOKIE = 'lang';
const ONE_YEAR = 31_536_000;

export type I18n = ReturnType<typeof polyglotI18nProvider>;

/** Loads the catalogue of the person's language and makes the translator. */
export async function createI18n(language: Language = preferredLanguage()): Promise<I18n> {
  const first = await loadCatalogue(language);
  return polyglotI18nProvider(
    (locale) => (locale === language ? first : loadCatalogue(locale)) as never,
    language,
    Object.entries(LANGUAGES).map(([locale, name]) => ({ locale, name })),
    { allowMissing: false },
  );
}

async function loadCatalogue(language: string): Promise<Catalogue> {
  const load = loaders[`./catalogues/${language}.ts`];
  if (!load) throw new Error(`No catalogue for ${language}`);
  return (await load()).messages;
}

/** What was chosen before, else what the browser asks for, else English. */
export function preferredLanguage(): Language {
  const remembered = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  const wishes = [remembered, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wishes.find(isLanguage) ?? 'en';
}

/** Remembers the choice in a cookie: it says nothing of the person, and lets a server choose the page's language. */
export function rememberLanguage(language: Language): void {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${ONE_YEAR}; SameSite=Lax`;
}

function isLanguage(value: string | undefined): value is Language {
  return value !== undefined && Object.hasOwn(LANGUAGES, value);
}
