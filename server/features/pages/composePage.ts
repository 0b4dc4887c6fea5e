/** Puts a page together: the frame the build made, and what was drawn and is to be known at once. */
import { createHash } from 'node:crypto';
import { brandCss, isColor } from '../../../contract/brandColor';
import { OWN_BRAND_COLOR } from '../../../contract/constants';
import {
  BRAND_STYLE_ID,
  type DrawnPage,
  PAGE_DATA_ID,
  type PageData,
} from '../../../contract/page';

/** What of a built web app pages are made of. */
export interface Frame {
  /** dist/web/index.html. */
  readonly html: string;
  /** Its build's manifest: source module → file, and what that loads at once. */
  readonly manifest: Readonly<Record<string, BuiltModule>>;
  /** The content of a style sheet that the frame links to. */
  readonly readStyle: (file: string) => string;
}

interface BuiltModule {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const ROOT = '<div id="root"></div>';
const STYLE_LINK = /<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g;
const SCRIPT_LINK = /\s*<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?/g;
const SETTINGS_PRELOAD = /\s*<link rel="preload" href="\/settings\.json"[^>]*>/;

/** A page as it is sent. A drawn one waits for nothing: its styles stand in it, and its scripts come last. */
export function composePage(frame: Frame, page: DrawnPage, data: PageData): string {
  const head = [
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}" />`,
    ...preloads(frame, page.modules),
  ];
  const known = `<script type="application/json" id="${PAGE_DATA_ID}">${escapeJson(data)}</script>`;
  const html = frame.html
    .replace(SETTINGS_PRELOAD, '')
    .replace(/<html lang="[^"]*"/, () => `<html lang="${page.language}"`)
    .replace(/<title>.*?<\/title>\s*<meta name="description"[^>]*>/s, () => head.join('\n    '))
    .replace(ROOT, () => `<div id="root">${page.content}</div>\n    ${known}`);
  const styled = html
    .replace('</head>', () => `${brandStyle(data)}</head>`)
    .replaceAll(STYLE_LINK, (link, file: string) =>
      frame.html.includes(link) ? `<style>${frame.readStyle(file)}</style>` : link,
    );
  if (!page.content) return styled;
  const scripts = [
    ...(page.script ? [`<script>${page.script}</script>`] : []),
    ...(styled.match(SCRIPT_LINK) ?? []).map((link) => link.trim()),
  ];
  return styled
    .replaceAll(SCRIPT_LINK, '')
    .replace('</body>', () => `  ${scripts.join('\n    ')}\n  </body>`);
}

/** A provider's colour, where it has one of its own. */
function brandStyle({ settings: { brandColor } }: PageData): string {
  if (typeof brandColor !== 'string' || !isColor(brandColor) || brandColor === OWN_BRAND_COLOR) {
    return '';
  }
  return `<style id="${BRAND_STYLE_ID}">${brandCss(brandColor)}</style>\n  `;
}

/** What a content security policy calls a script that stands in the page. */
export const sourceOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Fetched side by side with the page's first script, which would ask for them one after the other. */
function preloads({ manifest, html }: Frame, modules: readonly string[]): string[] {
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** Nothing in it can end the element it stands in. */
const escapeJson = (data: PageData) => JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
