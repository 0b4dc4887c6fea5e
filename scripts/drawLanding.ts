/**
 * Part of a build: renders the landing page to one file per language, `dist/web/landing.<language>.html`, for hosts that serve
 * static files. Our own server renders the same page with the provider's settings and sites (docs/decisions/0021).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageDrawer } from '../contract/page';
import { composePage } from '../server/features/pages/composePage';
import { readFrame } from '../server/features/pages/createPages';

const WEB = 'dist/web';

const { drawPage } = (await import(pathToFileURL('dist/page/drawPage.js').href)) as PageDrawer;
const frame = readFrame(WEB);
const data = {
  settings: JSON.parse(readFileSync(join(WEB, 'settings.json'), 'utf8')) as Record<string, unknown>,
};

for (const language of readdirSync('contract/languages').map((file) => file.replace('.json', ''))) {
  const page = await drawPage({ route: '/', language, data });
  writeFileSync(join(WEB, `landing.${language}.html`), composePage(frame, page, data));
}
