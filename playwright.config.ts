import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/programs/findChromium';
import { EXHAUSTIVE } from './tests/support/exhaustive';

/** The tests that together open every screen and dialog, and change every kind of record: also with translated pages. */
const WALKS = [
  'accessibility',
  'accessibilityStates',
  'accountsAccessibility',
  'bulk',
  'duplicates',
  'everydayTasks',
  'guestReferral',
  'heldReferrals',
  'languages',
  'record',
  'sites',
  'staffJourney',
];

/** The browser tests: a real Chromium against the real, built server. Each test has its own server and data folder. */
export default defineConfig<{ isTranslated: boolean }>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  // Generous: no test waits for time to pass, so the limit only ends a test that hangs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  projects: [
    { name: 'as served' },
    {
      name: 'translated',
      use: { isTranslated: true },
      testMatch: EXHAUSTIVE ? undefined : WALKS.map((name) => `**/${name}.spec.ts`),
      // The pages are the same on both engines.
      grepInvert: EXHAUSTIVE ? undefined : / PostgreSQL /,
    },
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    // As for `expect`: otherwise a button that is gone takes the whole time of its test.
    actionTimeout: 20_000,
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
});
