/** The contract between the web app and its server about HTML pages. */
import type { CallInput } from './calls';
import type { Feature } from './calls/extras';
import type { LookUpResult } from './entities/receipt';
import type { Site } from './entities/site';
import type { Language } from './languages';

/** Id of the element with embedded data, which saves the web app its first requests. */
export const PAGE_DATA_ID = 'page-data';

/** Id of the style element with the colours of a provider. */
export const BRAND_STYLE_ID = 'brand';

type Values = Readonly<Record<string, unknown>>;

export interface PageData {
  /** As in /settings.json. */
  readonly settings: Values;
  /** Absent where the server does not know them: with another backend, or without a reachable database. */
  readonly sites?: readonly Site[];
  /** As listed by `meta`. */
  readonly features?: readonly Feature[];
}

/** The data embedded in a page: with the settings validated and with their defaults, so that the browser need not do that. */
export interface EmbeddedData<Settings = Values> extends Omit<PageData, 'settings'> {
  readonly settings: Settings;
}

/** A look-up that was sent by the form of a browser without scripts. */
export interface NoScriptLookUp {
  /** What was typed, to be shown again. */
  readonly typed: Readonly<Partial<CallInput<'lookUp'>['body']>>;
  /** Absent if the server refused what was typed. */
  readonly result?: LookUpResult;
  /** The fields that it refused. */
  readonly refused?: readonly string[];
  /** Whether the server failed, and may not the next time. */
  readonly hasFailed?: boolean;
}

/** A request to render the page of a route in a language. */
export interface PageRequest {
  readonly route: string;
  readonly language: Language;
  readonly data: PageData;
  readonly lookUp?: NoScriptLookUp;
}

export interface RenderedPage {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** The HTML content; empty for a page that is rendered only in the browser. */
  readonly content: string;
  /** The HTML content for a browser without scripts; absent where the page needs them. */
  readonly withoutScripts?: string;
  /** The settings as the web app reads them. */
  readonly settings: Values;
  /** The HTML that says what to do if the app does not start. */
  readonly notStarted: string;
  /** The inline script, which handles the form until the app has hydrated, and shows `notStarted` when it fails. */
  readonly script: string;
  /** The source modules that the page's script requests first, as named in the build's manifest. */
  readonly modules: readonly string[];
}

/** The exports of the built `dist/page/entry-server.js`. */
export interface PageRenderer {
  /** Paths of the same route have the same page; all unknown paths are one route. */
  matchRoute(path: string): string;
  /** The inline script of each page, which the content security policy must allow. */
  readonly script: string;
  renderPage(request: PageRequest): Promise<RenderedPage>;
}
