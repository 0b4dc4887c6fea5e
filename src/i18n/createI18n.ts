/**
 * Loads the app's texts (contract/languages). A visitor downloads only the texts for everyone, in one language; those of the
 * account pages and of the signed-in app are loaded with these. react-admin uses the same provider.
 */
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { readCookie, writeCookie } from './cookies';
import { type Language, LANGUAGES, TEXT_LOADERS } from './languages';
import { SOURCE_LANGUAGE, type Texts } from '../../contract/languages';

type Part = keyof typeof TEXT_LOADERS;

const COOKIE = 'lang';
/** The query parameter of a link. */
const PARAMETER = 'lang';

export interface I18n extends ReturnType<typeof polyglotI18nProvider> {
  /** Loads a further part of the texts; from then on a language change reloads it too. */
  addTexts(part: Part): Promise<void>;
}

/** Loads the texts for everyone in a language and creates the translator. */
export async function createI18n(language: Language = preferredLanguage()): Promise<I18n> {
  const parts = new Set<Part>(['everyone']);
  const load = async (locale: string): Promise<Texts> =>
    Object.assign({}, ...(await Promise.all([...parts].map((part) => loadPart(locale, part)))));

  let first: Texts | undefined = await load(language);
  const provider = polyglotI18nProvider(
    // The provider needs the first texts synchronously; later ones may be a promise.
    (locale) => {
      const ready = first;
      first = undefined;
      return (ready ?? load(locale)) as never;
    },
    language,
    Object.entries(LANGUAGES).map(([locale, name]) => ({ locale, name })),
    { allowMissing: false },
  );

  const add = async (part: Part) => {
    if (parts.has(part)) return;
    parts.add(part);
    try {
      await provider.changeLocale(provider.getLocale());
    } catch (error) {
      parts.delete(part);
      throw error;
    }
  };
  // One after the other, as each load replaces all texts: the last one requested stays.
  let last = Promise.resolve();
  const inTurn = (change: () => Promise<void>) => {
    last = last.catch(() => undefined).then(change);
    return last;
  };

  return {
    ...provider,
    changeLocale: (locale) => inTurn(() => provider.changeLocale(locale)),
    addTexts: (part) => inTurn(() => add(part)),
  };
}

async function loadPart(language: Language, part: Part): Promise<Texts> {
  const loader = TEXT_LOADERS[part][language];
  if (!loader) throw new Error(`Unknown language: ${language}`);
  return loader();
}

/** The language of the link (`?lang=es`), else the one chosen before, else the browser's, else English. */
export function preferredLanguage(): Language {
  const requested = new URLSearchParams(window.location.search).get(PARAMETER) ?? undefined;
  const candidates = [
    requested,
    readCookie(COOKIE),
    ...navigator.languages.map((tag) => tag.slice(0, 2)),
  ];
  return candidates.find(isLanguage) ?? SOURCE_LANGUAGE;
}

/** Stores the language of a link, as if it had been chosen in the app. */
export function rememberRequestedLanguage(): void {
  const requested = new URLSearchParams(window.location.search).get(PARAMETER) ?? undefined;
  if (isLanguage(requested)) rememberLanguage(requested);
}

/** Stores the choice in a cookie: it identifies nobody, and lets the server choose the page's language. */
export function rememberLanguage(language: Language): void {
  writeCookie(COOKIE, language, { sameSite: 'Lax' });
  const address = new URL(window.location.href);
  // So that a reload shows the latest choice.
  if (!address.searchParams.has(PARAMETER)) return;
  address.searchParams.set(PARAMETER, language);
  window.history.replaceState(window.history.state, '', address);
}

function isLanguage(value: string | undefined): value is Language {
  return value !== undefined && Object.hasOwn(LANGUAGES, value);
}
