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

/**
 * What is asked of a running server. Tests that name no engine run on PostgreSQL, where calls really overtake each other;
 * what is decided in SQL is asked of both (tests/support/engines.ts).
 */
const server = {
  extends: true as const,
  test: {
    ...node,
    name: 'server',
    include: ['tests/{access,contract,database,fuzz}/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    env: { TEST_ENGINE: 'PostgreSQL' },
  },
};
/**
 * The same on the embedded database, where a call that asks beside its own transaction would wait for itself: every call by
 * every caller, and the whole of it in the exhaustive run.
 */
const serverEmbedded = {
  extends: true as const,
  test: {
    ...node,
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
