import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { languageParts } from './scripts/languageParts.ts';
import { EXHAUSTIVE } from './tests/support/exhaustive.ts';

/** Generous: no test waits for time to pass, so a limit is only there to end what hangs. */
const timeouts = { testTimeout: 240_000, hookTimeout: 120_000 };
const node = { ...timeouts, environment: 'node' } as const;
const browserLike = {
  ...timeouts,
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
  setupFiles: ['tests/support/webSetup.ts'],
  css: { include: [/.+/] },
};

const onPostgres = {
  globalSetup: ['tests/support/postgres.ts'],
  env: { TEST_ENGINE: 'PostgreSQL' },
};
/** These share what they have loaded, which is most of what their start takes: none puts a module in another's place. */
const together = { isolate: false };

/** What is asked of a running server, on PostgreSQL, where calls really overtake each other. */
const server = {
  extends: true as const,
  test: {
    ...node,
    ...onPostgres,
    ...together,
    name: 'server',
    include: ['tests/{access,contract,fuzz}/**/*.test.ts'],
  },
};
/** What is asked of the database, of processes that end, and of both engines (tests/support/engines.ts). */
const database = {
  extends: true as const,
  test: { ...node, ...onPostgres, name: 'database', include: ['tests/database/**/*.test.ts'] },
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

export default defineConfig({
  plugins: [react(), languageParts()],
  test: {
    maxWorkers: 2,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: { ...browserLike, name: 'web', include: ['src/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: { ...node, name: 'unit', include: ['{contract,server,scripts,bench}/**/*.test.ts'] },
      },
      server,
      serverEmbedded,
      database,
      { extends: true, test: { ...node, name: 'docs', include: ['tests/docs/**/*.test.ts'] } },
      { extends: true, test: { ...node, name: 'bundle', include: ['tests/bundle/**/*.test.ts'] } },
      {
        extends: true,
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
