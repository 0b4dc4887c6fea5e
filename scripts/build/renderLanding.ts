/**
 * Part of a build: renders the landing page to one file per language, `dist/web/landing.<language>.html`, for hosts that serve
 * static files. Our own server renders the same page with the provider's settings and sites (docs/decisions/0021).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '../../contract/page';
import { composePage, readWebBuild } from '../../server/features/pages';

const WEB = 'dist/web';

const { renderPage } = (await import(
  pathToFileURL('dist/page/entry-server.js').href
)) as PageRenderer;
const frame = readWebBuild(WEB);
const data = {
  settings: JSON.parse(readFileSync(join(WEB, 'settings.json'), 'utf8')) as Record<string, unknown>,
};

for (const language of readdirSync('contract/languages').map((file) => file.replace('.json', ''))) {
  const page = await renderPage({ route: '/', language, data });
  writeFileSync(join(WEB, `landing.${language}.html`), composePage(frame, page, data));
}
