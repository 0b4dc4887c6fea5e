import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkUrl } from './scripts/build/chunkUrl.ts';
import { languageParts } from './scripts/build/languageParts.ts';

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

const shim = (file: string) => fileURLToPath(new URL(`./src/shims/${file}`, import.meta.url));
/** Smaller replacements of modules that every visitor downloads, in the build and in the tests. Each file says why. */
export const aliases = {
  'react-router-dom': shim('reactRouterDom.ts'),
  'object.entries': shim('objectEntries.cjs'),
  hasown: shim('hasown.cjs'),
  'prop-types': shim('propTypes.cjs'),
  'compute-scroll-into-view': shim('computeScrollIntoView.ts'),
};

/** Without it, every build takes react-router's development code: half a kilobyte more for every visitor. */
const production = {
  'react-router': fileURLToPath(
    new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url),
  ),
};

/**
 * The app uses only downshift's combobox. Each of the other hooks has a statement that sets its `stateChangeTypes`, for which
 * the bundler keeps the hook: 4 KB for every visitor. `treeshake.propertyWriteSideEffects` would also drop statements that the
 * app needs (docs/decisions/0034-build-settings.md).
 */
function removeUnusedDownshiftHooks(): Plugin {
  const unused = /^(?!useCombobox\b)\w+\.stateChangeTypes = .*;$/gm;
  return {
    name: 'remove-unused-downshift-hooks',
    transform: {
      filter: { id: /\/node_modules\/downshift\/dist\/.*\.mjs$/ },
      handler: (code) => ({ code: code.replaceAll(unused, ''), map: null }),
    },
  };
}

/**
 * One file with everything the app needs at start, and one with everything that several lazy parts share. Otherwise each set of
 * parts that share something has a file of its own, and a phone needs one more request for each.
 */
// Of consents, only staff need the rules; a QR code is drawn on a receipt and on a poster alone.
const VISITORS_MODULE =
  /^(contract(?!\/(?:age|consent|disclosure)\.)|src\/(?!admin|bulk|dataProvider|endings|layout|i18n|profile|resources|signing|ui\/QrCode)\w+|node_modules\/react-hook-form)\//;
/** Wherever the checkout is: a folder above it may be named like one of ours. */
const isVisitorsModule = (id: string) => VISITORS_MODULE.test(relative(import.meta.dirname, id));
const CHUNK_GROUPS = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', minShareCount: 2, priority: 1, test: isVisitorsModule },
  // A receipt needs it and nothing else that is shared: each visitor's browser loads it ahead.
  { name: 'format', priority: 1, test: /\/src\/i18n\/format\.ts$/ },
  // One file with what staff pages share: each name of a file is in the start that visitors download.
  { name: 'staff', minShareCount: 3, priority: 0, test: /\/src\/(admin|endings|i18n|resources)\// },
];

/**
 * Class names such as `row-Xk9a`: the name and four characters for its file. Shorter than the default with hash and line of each
 * class, as every name is in the styles, the scripts and the landing page. Both builds must agree on them.
 */
export const cssModules = {
  generateScopedName: (name: string, file: string) => {
    const hash = createHash('sha256').update(relative(import.meta.dirname, file));
    return `${name}-${hash.digest('base64url').slice(0, 4)}`;
  },
};

export default defineConfig({
  plugins: [react(), languageParts(), chunkUrl(), removeUnusedDownshiftHooks(), compressedFiles()],
  resolve: { alias: { ...aliases, ...production } },
  css: { modules: cssModules },
  build: {
    outDir: 'dist/web',
    // Maps modules to files, for pages that preload what they need.
    manifest: 'manifest.json',
    // Browsers without modulepreload load the same files a little later.
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      // Reading a property changes nothing in any of our packages, so that unused code that reads one is dropped.
      treeshake: { propertyReadSideEffects: false },
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
