/**
 * A Vite plugin: `es.json?part=everyone` imports only that part of the language file, so that a visitor downloads only the texts
 * for visitors, in one language. Missing texts are filled in by the rules of contract/languages.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import {
  completePart,
  LANGUAGE_PARTS,
  type LanguageFile,
  SOURCE_LANGUAGE,
} from '../../contract/languages.ts';

const FOLDER = fileURLToPath(new URL('../../contract/languages', import.meta.url));
/** The import requests of src/i18n. */
const REQUEST = /\/(\w+)\.json\?part=(\w+)$/;
/** The module id of a part inside the build, which has no file of its own. */
const PART = /^(.+\/contract\/languages)\/(\w+)\.(\w+)\.part\.js$/;

export function languageParts(): Plugin {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as LanguageFile;
  return {
    name: 'language-parts',
    enforce: 'pre',
    resolveId(request) {
      const [, code, part] = REQUEST.exec(request) ?? [];
      return code && part ? join(FOLDER, `${code}.${part}.part.js`) : null;
    },
    load(id) {
      const [, folder = '', code = '', wanted] = PART.exec(id) ?? [];
      if (!wanted) return null;
      const file = join(folder, `${code}.json`);
      const source = join(folder, `${SOURCE_LANGUAGE}.json`);
      const part = LANGUAGE_PARTS.find((name) => name === wanted);
      this.addWatchFile(file);
      this.addWatchFile(source);
      const language = read(file);
      const shown = part ? completePart(language, part, read(source)) : language.name;
      return `export default ${JSON.stringify(shown)};`;
    },
  };
}
