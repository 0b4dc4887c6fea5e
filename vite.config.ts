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
/** The server generates this file from its settings, so the build must not leave a compressed copy of its own. */
const SERVED_BY_SERVER = 'settings.json';
const API = 'http://127.0.0.1:3000';

/** Writes a .br and a .gz beside each file of the build, so that the server never compresses during a request. */
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

const slim = (file: string) => fileURLToPath(new URL(`./src/shims/${file}`, import.meta.url));
/** Replaces modules that every visitor would download for nothing, in the build and in the tests; the files say why. */
export const aliases = {
  'react-router-dom': slim('reactRouterDom.ts'),
  'object.entries': slim('objectEntries.cjs'),
};

/**
 * We use only the combobox of downshift. Each of its other hooks has a line that sets a property, which keeps its code in the
 * build: 6 KB for every visitor.
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

/** Finds the entry points that load a module: the app itself, or a part that is imported dynamically. */
function findEntryPoints(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  const info = graph.getModuleInfo(id);
  if (!info || seen.has(id)) return found;
  seen.add(id);
  if (id === MAIN) found.add(START);
  else if (info.dynamicImporters.length > 0) found.add(id);
  for (const importer of info.importers) {
    for (const entryPoint of findEntryPoints(importer, graph, seen)) found.add(entryPoint);
  }
  return found;
}

const START = 'start';
const MAIN = fileURLToPath(new URL('src/main.tsx', import.meta.url));
/** Requested as soon as a user has signed in, who has loaded that file by then. */
const WITH_PARTS = /IdleWarning/;
const FOR_STAFF = /SignedInApp|PosterPage/;

/**
 * One file for everything needed at start, and one for what several parts for visitors share. Otherwise each set of parts that
 * share something would have its own file, which costs a phone one more request each.
 */
const CHUNK_GROUPS = [
  {
    debugName: START,
    priority: 2,
    name: (id: string, graph: ModuleGraph) =>
      findEntryPoints(id, graph).has(START) ? START : null,
  },
  {
    debugName: 'parts',
    priority: 1,
    name(id: string, graph: ModuleGraph) {
      const parts = [...findEntryPoints(id, graph)];
      const isShared = parts.length > 1 && !parts.every((part) => FOR_STAFF.test(part));
      return isShared || parts.some((part) => WITH_PARTS.test(part)) ? 'parts' : null;
    },
  },
];

export default defineConfig({
  plugins: [react(), languageParts(), slimDownshift(), compressedFiles()],
  resolve: { alias: aliases },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // Maps modules to files, for pages that preload what they need.
    manifest: 'manifest.json',
    sourcemap: false,
    // Browsers without modulepreload load the same files a little later.
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: { codeSplitting: { groups: CHUNK_GROUPS } },
    },
  },
  server: {
    port: 5173,
    // Keep the host of the page instead of the server's: login checks which site the page belongs to.
    proxy: {
      '/api': { target: API, changeOrigin: false },
      '/settings.json': { target: API, changeOrigin: false },
    },
  },
});
