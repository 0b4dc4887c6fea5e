/** What the web app and its server agree on about the page itself, beside the calls. */
import type { Feature } from './calls/extras';
import type { Site } from './entities/site';
import type { Language } from './languages';

/** What the web app needs at once and else would ask for: it travels inside the page, in the element of this id. */
export const PAGE_DATA_ID = 'page-data';

/** The style element in which a page brings a provider's colour. */
export const BRAND_STYLE_ID = 'brand';

export interface PageData {
  /** As /settings.json says them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Absent where the server does not know them: another backend's, or a database that is away. */
  readonly sites?: readonly Site[];
  /** What `meta` says is offered. */
  readonly features?: readonly Feature[];
}

/** What is to be drawn as HTML before any script: the page of a route, in a language. */
export interface PageRequest {
  readonly route: string;
  readonly language: Language;
  readonly data: PageData;
}

export interface DrawnPage {
  readonly language: Language;
  readonly title: string;
  readonly description: string;
  /** The content; empty for a page that is drawn by script alone. */
  readonly content: string;
  /** A script the content wants at once, or none: it minds the form until the app has taken over. */
  readonly script: string;
  /** The source modules the page's script will ask for first, as the build's manifest names them. */
  readonly modules: readonly string[];
}

/** What the built `dist/page/drawPage.js` exports. */
export interface PageDrawer {
  /** Pages of the same route are the same page; every unknown path is one route. */
  routeOf(path: string): string;
  /** What stands in a drawn page and runs at once, so that the content security policy can name it. */
  readonly script: string;
  drawPage(request: PageRequest): Promise<DrawnPage>;
}
