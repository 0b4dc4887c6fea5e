import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { hidingStyles } from './scripts/hidingStyles.ts';
import { importedPackages } from './scripts/importedPackages.ts';
import { languageParts } from './scripts/languageParts.ts';
import { EXHAUSTIVE } from './tests/support/exhaustive.ts';
import { aliases } from './vite.config.ts';

/** Generous: no test waits for time to pass, so a limit is only there to end what hangs. An exhaustive test has five times the rounds. */
const timeouts = { testTimeout: (EXHAUSTIVE ? 30 : 4) * 60_000, hookTimeout: 120_000 };
const node = { ...timeouts, environment: 'node' } as const;
/** What the screens take from packages, but what Testing Library and requests take from Node: React's parts, axios. */
const bundled = importedPackages('src').filter((name) => !/^(react-dom|axios)\b/.test(name));
const browserLike = {
  ...timeouts,
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
  setupFiles: ['tests/support/webSetup.ts'],
  css: { include: [/.+/] },
  // A made-up browser and its modules serve all files of a worker: making them anew costs more than most files' tests. So a
  // test replaces a part by a spy, which ends with the test, and never by `vi.mock`.
  isolate: false,
  // What the build makes of the packages: one copy of each, and few files to read.
  deps: { optimizer: { client: { enabled: true, include: bundled, exclude: ['react-dom'] } } },
};
/** What the build makes of modules and styles, without what only layout needs. */
const likeTheBuild = {
  resolve: { alias: aliases },
  css: { postcss: { plugins: [hidingStyles] } },
};

const onPostgres = {
  globalSetup: ['tests/support/postgres.ts'],
  env: { TEST_ENGINE: 'PostgreSQL' },
};
/** These share what they have loaded, which is most of what their start takes: none puts a module in another's place. */
const together = { isolate: false };

/** What is asked of a running server, on PostgreSQL, where calls really overtake each other. */
export const server = {
  extends: true as const,
  test: {
    ...node,
    ...onPostgres,
    ...together,
    name: 'server',
    include: ['tests/{access,contract,fuzz}/**/*.test.ts'],
  },
};
/** Files that put another module in the place of one (`vi.mock`): each with modules of its own. */
const MOCKING = ['alike', 'backupCopy', 'notices', 'powerCut'].map(
  (name) => `tests/database/${name}.test.ts`,
);
/** What is asked of the database, of processes that end, and of both engines (tests/support/engines.ts). */
const database = {
  extends: true as const,
  test: {
    ...node,
    ...onPostgres,
    ...together,
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
 * The same on the embedded database, where a call that asks beside its own transaction would wait for itself: every call by
 * every caller, and the whole of it in the exhaustive run.
 */
const serverEmbedded = {
  extends: true as const,
  test: {
    ...node,
    ...together,
    name: 'server-embedded',
    include: EXHAUSTIVE
      ? ['tests/{access,contract,fuzz}/**/*.test.ts']
      : ['tests/access/everyCell.test.ts', 'tests/contract/calls.test.ts'],
  },
};

/** Screens, and what they stand on, in jsdom. */
export const web = {
  extends: true as const,
  ...likeTheBuild,
  test: { ...browserLike, name: 'web', include: ['src/**/*.test.{ts,tsx}'] },
};
/** Logic, without a server or a page. */
export const unit = {
  extends: true as const,
  test: { ...node, name: 'unit', include: ['{contract,server,scripts,bench}/**/*.test.ts'] },
};

/** The same for every project. More workers than two cores: each also waits, for a timer, a database or a process. */
export const plugins = [react(), languageParts()];
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
        ...likeTheBuild,
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
