/** Composes a page's HTML from the built index.html, the prerendered content and the data the web app needs at start. */
import { createHash } from 'node:crypto';
import { brandCss, isColor } from '../../../contract/brandColor';
import { DEFAULT_BRAND_COLOR } from '../../../contract/settingLimits';
import { phoneHref } from '../../../contract/phoneHref';
import {
  BRAND_STYLE_ID,
  type EmbeddedData,
  type RenderedPage,
  PAGE_DATA_ID,
  type PageData,
} from '../../../contract/page';
import { escapeHtml } from '../../escapeHtml';

/** The parts of the web app's build that pages are composed of. */
export interface WebBuild {
  /** dist/web/index.html. */
  readonly html: string;
  /** The build's manifest: maps a source module to its file, static imports and styles. */
  readonly manifest: Readonly<Record<string, BuiltModule>>;
  /** Reads a style sheet that index.html links to. */
  readonly readStyle: (file: string) => string;
}

interface BuiltModule {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const ROOT_START = '<div id="root">';
const ROOT = `${ROOT_START}</div>`;
const STYLE_LINK = /<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g;
const SCRIPT_LINK = /\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g;
/** What a browser without scripts shows: index.html has it last in its noscript element. */
const NEEDS_SCRIPTS = /<p[ >].*?(?=<\/noscript>)/s;
const SETTINGS_PRELOAD = /\s*<link rel="preload" href="\/settings\.json"[^>]*>/;

/**
 * Returns the page's HTML. The inline script comes before the app's, whose failure it shows. In a prerendered page nothing
 * blocks the first paint: styles are inlined and scripts come last.
 */
export function composePage(build: WebBuild, page: RenderedPage, data: PageData): string {
  const head = [
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}" />`,
    ...preloads(build, page.modules),
  ];
  const embedded: EmbeddedData = { ...data, settings: page.settings };
  const dataScript = `<script type="application/json" id="${PAGE_DATA_ID}">${escapeJson(embedded)}</script>`;
  const html = build.html
    .replace(SETTINGS_PRELOAD, '')
    .replace(/<html lang="[^"]*"/, () => `<html lang="${page.language}"`)
    .replace(/<title>.*?<\/title>\s*<meta name="description"[^>]*>/s, () => head.join('\n    '))
    .replace(NEEDS_SCRIPTS, (message) => page.withoutScripts ?? `${message}${phoneInstead(data)}`)
    .replace(ROOT, () => `${ROOT_START}${page.content}</div>${page.notStarted}\n    ${dataScript}`);
  const withStyles = html
    .replace('</head>', () => `${brandStyle(data)}</head>`)
    .replaceAll(STYLE_LINK, (link, file: string) =>
      build.html.includes(link) ? `<style>${build.readStyle(file)}</style>` : link,
    );
  const inlineScript = `<script>${page.script}</script>`;
  if (!page.content) return withStyles.replace('<title>', () => `${inlineScript}\n    <title>`);
  const scripts = [
    inlineScript,
    ...(withStyles.match(SCRIPT_LINK) ?? []).map((link) => link.trim()),
  ];
  return withStyles
    .replaceAll(SCRIPT_LINK, '')
    .replace('</body>', () => `  ${scripts.join('\n    ')}\n  </body>`);
}

/** Returns whom to call when scripts are off, in both languages as the rest of that message; nothing without a phone number. */
function phoneInstead({ settings: { supportPhone } }: PageData): string {
  if (typeof supportPhone !== 'string' || supportPhone.trim() === '') return '';
  const href = phoneHref(supportPhone);
  const phone = escapeHtml(supportPhone);
  const link = href ? `<a href="${href}">${phone}</a>` : phone;
  return `<p><span lang="en">Or call us</span> / <span lang="es">O llámenos</span>: ${link}</p>\n    `;
}

/** Returns a style element with the provider's brand colour, or nothing for the default colour. */
function brandStyle({ settings: { brandColor } }: PageData): string {
  if (
    typeof brandColor !== 'string' ||
    !isColor(brandColor) ||
    brandColor === DEFAULT_BRAND_COLOR
  ) {
    return '';
  }
  return `<style id="${BRAND_STYLE_ID}">${brandCss(brandColor)}</style>\n  `;
}

/** Returns the Content-Security-Policy source of an inline script: its SHA-256 hash. */
export const cspHash = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Builds preload links, so the browser fetches these files in parallel with the entry script instead of one after another. */
function preloads({ manifest, html }: WebBuild, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string) => {
    const built = manifest[name];
    if (!built || files.has(built.file) || html.includes(built.file)) return;
    files.add(built.file);
    for (const style of built.css ?? []) styles.add(style);
    for (const next of built.imports ?? []) visit(next);
  };
  for (const name of modules) visit(name);
  return [
    ...[...files].map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
  ];
}

/** Escapes `<`, so the JSON cannot close its script element. */
const escapeJson = (data: EmbeddedData) => JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
