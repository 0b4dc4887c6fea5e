/**
 * The texts of the app (contract/languages). A visitor downloads the texts for everyone in their language only; those of
 * the signed-in app come with it. The provider made here is the one react-admin uses too.
 */
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { type Language, LANGUAGES, TEXT_LOADERS } from './languages';
import { SOURCE_LANGUAGE, type Texts } from '../../contract/languages';

type Part = keyof typeof TEXT_LOADERS;

const COOKIE = 'lang';
/** The same name in an address. */
const PARAMETER = 'lang';
const ONE_YEAR = 31_536_000;

export interface I18n extends ReturnType<typeof polyglotI18nProvider> {
  /** Fetches the texts of the signed-in app; from then on they follow the language too. */
  addStaffTexts(): Promise<void>;
}

/** Loads the texts for everyone in the person's language and makes the translator. */
export async function createI18n(language: Language = preferredLanguage()): Promise<I18n> {
  const parts = new Set<Part>(['everyone']);
  const load = async (locale: string): Promise<Texts> =>
    Object.assign({}, ...(await Promise.all([...parts].map((part) => loadPart(locale, part)))));

  let first: Texts | undefined = await load(language);
  const provider = polyglotI18nProvider(
    // The first time it must be there at once, later it may be a promise.
    (locale) => {
      const ready = first;
      first = undefined;
      return (ready ?? load(locale)) as never;
    },
    language,
    Object.entries(LANGUAGES).map(([locale, name]) => ({ locale, name })),
    { allowMissing: false },
  );

  return {
    ...provider,
    async addStaffTexts() {
      if (parts.has('staff')) return;
      parts.add('staff');
      try {
        await provider.changeLocale(provider.getLocale());
      } catch (error) {
        parts.delete('staff');
        throw error;
      }
    },
  };
}

async function loadPart(language: Language, part: Part): Promise<Texts> {
  const loader = TEXT_LOADERS[part][language];
  if (!loader) throw new Error(`There is no language ${language}`);
  return loader();
}

/** What a link asks for (`?lang=es`), else what was chosen before, else what the browser asks for, else English. */
export function preferredLanguage(): Language {
  const asked = new URLSearchParams(window.location.search).get(PARAMETER) ?? undefined;
  const remembered = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  const wishes = [asked, remembered, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wishes.find(isLanguage) ?? SOURCE_LANGUAGE;
}

/** Remembers the language a link has asked for, as if it had been chosen here. */
export function rememberAsked(): void {
  const asked = new URLSearchParams(window.location.search).get(PARAMETER) ?? undefined;
  if (isLanguage(asked)) rememberLanguage(asked);
}

/** Remembers the choice in a cookie: it says nothing of the person, and lets a server choose the page's language. */
export function rememberLanguage(language: Language): void {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${ONE_YEAR}; SameSite=Lax`;
  const address = new URL(window.location.href);
  // Reloading shows what was chosen last.
  if (!address.searchParams.has(PARAMETER)) return;
  address.searchParams.set(PARAMETER, language);
  window.history.replaceState(window.history.state, '', address);
}

function isLanguage(value: string | undefined): value is Language {
  return value !== undefined && Object.hasOwn(LANGUAGES, value);
}
