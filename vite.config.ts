import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { languageParts } from './scripts/languageParts.ts';

const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;
/** Below this many bytes a compressed file saves no packet. */
const WORTH_COMPRESSING = 1_024;
/** Written anew by the server from its own settings, so no compressed copy of the build's may stand beside it. */
const SERVED_BY_SERVER = 'settings.json';
const API = 'http://127.0.0.1:3000';

/** Puts a .br and a .gz beside each file of the build, so that the server never compresses while someone waits. */
function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files
          .filter((file) => COMPRESSIBLE.test(file) && file !== SERVED_BY_SERVER)
          .map((file) => compress(join(dir, file))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTH_COMPRESSING) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, brotliCompressSync(content, quality));
  await writeFile(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}

const slim = (file: string) => fileURLToPath(new URL(`./src/slim/${file}`, import.meta.url));
/** What every visitor would download for nothing is replaced, as in the build so in the tests; the files say why. */
export const aliases = {
  'react-router-dom': slim('reactRouterDom.ts'),
  'object.entries': slim('objectEntries.cjs'),
};

/**
 * Of downshift only the combobox is used. A line each gives its other hooks a property, which keeps their code in the build:
 * 6 KB for every visitor.
 */
function slimDownshift(): Plugin {
  const others = /^(useSelect|useMultipleSelection|_useTagGroup)\.stateChangeTypes = .*;$/gm;
  return {
    name: 'slim-downshift',
    transform: {
      filter: { id: /\/node_modules\/downshift\/dist\/.*\.mjs$/ },
      handler: (code) => ({ code: code.replaceAll(others, ''), map: null }),
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
}

/** Where what a module is part of begins: the app itself, or a part that is loaded when it is needed. */
function beginningsOf(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  const info = graph.getModuleInfo(id);
  if (!info || seen.has(id)) return found;
  seen.add(id);
  if (id === MAIN) found.add(START);
  else if (info.dynamicImporters.length > 0) found.add(id);
  for (const importer of info.importers) {
    for (const beginning of beginningsOf(importer, graph, seen)) found.add(beginning);
  }
  return found;
}

const START = 'start';
const MAIN = fileURLToPath(new URL('src/main.tsx', import.meta.url));
/** Asked for as soon as somebody is signed in, who has that file by then. */
const WITH_OTHERS = /IdleWarning/;
const FOR_STAFF = /SignedInApp|PosterPage/;

/**
 * A file for all that is needed at once, and one for what several parts need that visitors see; else there would be a file for
 * each set of parts that share something, each a request more on a phone.
 */
const FILES = [
  {
    debugName: START,
    priority: 2,
    name: (id: string, graph: ModuleGraph) => (beginningsOf(id, graph).has(START) ? START : null),
  },
  {
    debugName: 'parts',
    priority: 1,
    name(id: string, graph: ModuleGraph) {
      const parts = [...beginningsOf(id, graph)];
      const isShared = parts.length > 1 && !parts.every((part) => FOR_STAFF.test(part));
      return isShared || parts.some((part) => WITH_OTHERS.test(part)) ? 'parts' : null;
    },
  },
];

export default defineConfig({
  plugins: [react(), languageParts(), slimDownshift(), compressedFiles()],
  resolve: { alias: aliases },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Which file holds what, for pages that name what they will need.
    manifest: 'manifest.json',
    sourcemap: false,
    // Browsers without it load the same files a little later.
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: { codeSplitting: { groups: FILES } },
    },
  },
  server: {
    port: 5173,
    // The address the page has, not the server's: signing in looks at whose page it is.
    proxy: {
      '/api': { target: API, changeOrigin: false },
      '/settings.json': { target: API, changeOrigin: false },
    },
  },
});
