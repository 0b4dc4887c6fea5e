import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

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

export default defineConfig({
  plugins: [react()],
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
        test: { ...node, name: 'unit', include: ['{contract,server,scripts}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { ...node, name: 'contract', include: ['tests/contract/**/*.test.ts'] },
      },
      { extends: true, test: { ...node, name: 'access', include: ['tests/access/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...node,
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
        },
      },
      { extends: true, test: { ...node, name: 'fuzz', include: ['tests/fuzz/**/*.test.ts'] } },
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
