/**
 * The texts of the app: a folder per language in ./catalogues. A visitor downloads the texts for everyone in their
 * language only; those of the signed-in app come with it. The provider made here is the one react-admin uses too.
 */
import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { Language } from '../../contract/constants';

export type { Language };

interface Messages {
  readonly [key: string]: string | Messages;
}
/** The files of a language's folder. */
type Part = 'everyone' | 'staff';

const loaders = import.meta.glob<{ messages: Messages }>('./catalogues/*/*.ts');

/** Code → the language's own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

const COOKIE = 'lang';
const ONE_YEAR = 31_536_000;

export interface I18n extends ReturnType<typeof polyglotI18nProvider> {
  /** Fetches the texts of the signed-in app; from then on they follow the language too. */
  addStaffTexts(): Promise<void>;
}

/** Loads the texts for everyone in the person's language and makes the translator. */
export async function createI18n(language: Language = preferredLanguage()): Promise<I18n> {
  const parts = new Set<Part>(['everyone']);
  const load = async (locale: string): Promise<Messages> =>
    Object.assign({}, ...(await Promise.all([...parts].map((part) => loadPart(locale, part)))));

  let first: Messages | undefined = await load(language);
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

async function loadPart(language: string, part: Part): Promise<Messages> {
  const loader = loaders[`./catalogues/${language}/${part}.ts`];
  if (!loader) throw new Error(`No catalogue for ${language}`);
  return (await loader()).messages;
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
