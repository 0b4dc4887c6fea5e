/** Caches the web app's pages: each is rendered and compressed once for its route, language and data. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '../../../contract/languages';
import type { PageData, PageRenderer, NoScriptLookUp } from '../../../contract/page';
import { composePage, type WebBuild } from './composePage';

export interface CachedPage {
  readonly etag: string;
  readonly plain: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export interface PageCache {
  get(path: string, language: Language, data: PageData): Promise<CachedPage>;
  /** Composes the page of one look-up, which is not cached. */
  composeLookUp(
    path: string,
    language: Language,
    data: PageData,
    lookUp: NoScriptLookUp,
  ): Promise<string>;
}

/** Maximum number of cached pages: a few routes in a few languages. Renaming a site changes the data, and so the cache keys. */
const MAX_PAGES = 50;
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
/** The highest quality: a page is compressed once and sent to everyone. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const GZIP = { level: constants.Z_BEST_COMPRESSION };

/** @param folder the folder of the built web app */
export function createPageCache(folder: string, renderer: PageRenderer): PageCache {
  const build = readWebBuild(folder);
  const cached = new Map<string, Promise<CachedPage>>();

  const render = async (route: string, language: Language, data: PageData): Promise<CachedPage> => {
    const rendered = await renderer.renderPage({ route, language, data });
    const plain = composePage(build, rendered, data);
    return {
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      br: await compressBrotli(plain, BROTLI),
      gzip: await compressGzip(plain, GZIP),
    };
  };

  return {
    async composeLookUp(path, language, data, lookUp) {
      const route = renderer.matchRoute(path);
      return composePage(build, await renderer.renderPage({ route, language, data, lookUp }), data);
    },
    get(path, language, data) {
      const route = renderer.matchRoute(path);
      const key = JSON.stringify([route, language, data]);
      let page = cached.get(key);
      if (!page) {
        page = render(route, language, data);
        // A failed page is not cached, so the next request tries again.
        page.catch(() => cached.delete(key));
        cached.set(key, page);
        for (const oldest of cached.keys()) {
          if (cached.size <= MAX_PAGES) break;
          cached.delete(oldest);
        }
      }
      return page;
    },
  };
}

/** Reads index.html and manifest.json of the built web app. The manifest is optional. */
export function readWebBuild(folder: string): WebBuild {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  return {
    html: read('index.html'),
    manifest: existsSync(join(folder, 'manifest.json'))
      ? (JSON.parse(read('manifest.json')) as WebBuild['manifest'])
      : {},
    readStyle: read,
  };
}
