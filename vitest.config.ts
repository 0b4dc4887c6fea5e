import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { visibilityStyles } from './tests/support/visibilityStyles.ts';
import { chunkUrl } from './scripts/build/chunkUrl.ts';
import { languageParts } from './scripts/build/languageParts.ts';
import { EXHAUSTIVE } from './tests/support/exhaustive.ts';
import { aliases } from './vite.config.ts';

/** Generous: no test waits for time to pass, so the limits only end a test that hangs. An exhaustive test has five times the rounds. */
const timeouts = { testTimeout: (EXHAUSTIVE ? 30 : 4) * 60_000, hookTimeout: 120_000 };
const node = { ...timeouts, environment: 'node' } as const;
/** Testing Library and requests load these from Node; react-hook-form: see `oneFormLibrary`. */
const FROM_NODE = ['react-dom', 'axios', 'react-hook-form'];
/** The other packages that the screens import, each by what it imports, such as `@mui/material/Dialog`. */
const bundled = listImportedPackages('src').filter(
  (name) => !FROM_NODE.some((each) => name === each || name.startsWith(`${each}/`)),
);
/**
 * One copy of react-hook-form, for react-admin's bundle too: Vite would add a version to the path that our modules import,
 * which makes it another module for Node, with contexts of its own.
 */
const oneFormLibrary: Plugin = {
  name: 'one-form-library',
  enforce: 'pre',
  resolveId: (id) =>
    id === 'react-hook-form' ? fileURLToPath(import.meta.resolve('react-hook-form')) : undefined,
};
const browserLike = {
  ...timeouts,
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
  setupFiles: ['tests/support/webSetup.ts'],
  css: { include: [/.+/] },
  // All files of a worker share one jsdom and its modules: creating them again takes longer than the tests of most files. So a
  // test replaces a part with a spy, which ends with the test, and never with `vi.mock`.
  isolate: false,
  // Bundles the packages as the build does: one copy of each, and few files to read.
  deps: { optimizer: { client: { enabled: true, include: bundled, exclude: FROM_NODE } } },
};
/** Modules and styles as in the build, without the styles that only layout needs. */
const asInBuild = {
  plugins: [oneFormLibrary],
  resolve: { alias: aliases },
  css: { postcss: { plugins: [visibilityStyles] } },
};

const onPostgres = {
  globalSetup: ['tests/support/postgres.ts'],
  env: { TEST_ENGINE: 'PostgreSQL' },
};
/** These files share loaded modules, because loading takes most of their start. None of them mocks a module. */
const sharedModules = { isolate: false };

/** Tests of a running server, on PostgreSQL, where calls really run concurrently. */
export const server = {
  extends: true as const,
  test: {
    ...node,
    ...onPostgres,
    ...sharedModules,
    name: 'server',
    include: ['tests/{access,contract,fuzz}/**/*.test.ts'],
  },
};
/** Files that mock a module (`vi.mock`): each loads its own modules. */
const MOCKING = ['accountEnumeration', 'backupCopy', 'notices', 'powerCut'].map(
  (name) => `tests/database/${name}.test.ts`,
);
/** Tests of the database, of processes that end, and of both engines (tests/support/engines.ts). */
const database = {
  extends: true as const,
  test: {
    ...node,
    ...onPostgres,
    ...sharedModules,
    name: 'database',
    include: ['tests/database/**/*.test.ts'],
    exclude: MOCKING,
  },
};
const databaseMocking = {
  extends: true as const,
  test: { ...node, ...onPostgres, name: 'database-mocking', include: MOCKING },
};
/**
 * The same on the embedded database, where a call with a query outside its own transaction would deadlock: every call by every
 * caller, and all tests in the exhaustive run.
 */
const serverEmbedded = {
  extends: true as const,
  test: {
    ...node,
    ...sharedModules,
    name: 'server-embedded',
    include: EXHAUSTIVE
      ? ['tests/{access,contract,fuzz}/**/*.test.ts']
      : ['tests/access/permissionMatrix.test.ts', 'tests/contract/calls.test.ts'],
  },
};

/** Screens, and the modules they use, in jsdom. */
export const web = {
  extends: true as const,
  ...asInBuild,
  test: { ...browserLike, name: 'web', include: ['src/**/*.test.{ts,tsx}'] },
};
/** Logic without a server or a page. */
export const unit = {
  extends: true as const,
  test: { ...node, name: 'unit', include: ['{contract,server,scripts,bench}/**/*.test.ts'] },
};

/** Common to all projects. More workers than the two cores, because each also waits for a timer, a database or a process. */
export const plugins = [react(), languageParts(), chunkUrl()];
export const shared = { maxWorkers: 3, restoreMocks: true, unstubGlobals: true };

export default defineConfig({
  plugins,
  test: {
    ...shared,
    projects: [
      web,
      unit,
      server,
      serverEmbedded,
      database,
      databaseMocking,
      { extends: true, test: { ...node, name: 'docs', include: ['tests/docs/**/*.test.ts'] } },
      { extends: true, test: { ...node, name: 'bundle', include: ['tests/bundle/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...node,
          name: 'proxies',
          include: ['tests/proxies/**/*.test.ts'],
          globalSetup: ['tests/proxies/findPrograms.ts'],
        },
      },
      {
        extends: true,
        ...asInBuild,
        test: {
          ...browserLike,
          name: 'flows',
          include: ['tests/flows/**/*.test.tsx'],
          globalSetup: ['tests/support/flowServer.ts'],
        },
      },
    ],
  },
});

/** Lists what the sources in a folder import from packages. Skips tests. */
function listImportedPackages(folder: string): string[] {
  const sourceFile = /(?<!\.test)\.tsx?$/;
  const packageImport = /^(?:import|export|\}) (?!type).*from '([^.'][^']*)'/gm;
  const imported = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => sourceFile.test(file))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(packageImport)])
    .map(([, name = '']) => name);
  return [...new Set(imported)].toSorted();
}
