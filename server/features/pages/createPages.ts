/** The pages of the built web app, each made once for a language and for what it shows, and compressed once. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '../../../contract/languages';
import type { PageData, PageDrawer } from '../../../contract/page';
import { composePage, type Frame } from './composePage';

export interface MadePage {
  readonly etag: string;
  readonly plain: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export interface Pages {
  at(path: string, language: Language, data: PageData): Promise<MadePage>;
}

/** Pages kept made: a handful of kinds in a few languages; a rename of a site makes them anew. */
const KEPT = 50;
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
/** A page is compressed once and sent to everyone. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const GZIP = { level: constants.Z_BEST_COMPRESSION };

/** @param folder of the built web app */
export function createPages(folder: string, drawer: PageDrawer): Pages {
  const frame = readFrame(folder);
  const made = new Map<string, Promise<MadePage>>();

  const make = async (route: string, language: Language, data: PageData): Promise<MadePage> => {
    const drawn = await drawer.drawPage({ route, language, data });
    const plain = composePage(frame, drawn, data);
    return {
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      br: await compressBrotli(plain, BROTLI),
      gzip: await compressGzip(plain, GZIP),
    };
  };

  return {
    at(path, language, data) {
      const route = drawer.routeOf(path);
      const key = JSON.stringify([route, language, data]);
      let page = made.get(key);
      if (!page) {
        page = make(route, language, data);
        // What could not be made is tried again.
        page.catch(() => made.delete(key));
        made.set(key, page);
        for (const oldest of made.keys()) {
          if (made.size <= KEPT) break;
          made.delete(oldest);
        }
      }
      return page;
    },
  };
}

export function readFrame(folder: string): Frame {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  return {
    html: read('index.html'),
    manifest: existsSync(join(folder, 'manifest.json'))
      ? (JSON.parse(read('manifest.json')) as Frame['manifest'])
      : {},
    readStyle: read,
  };
}
