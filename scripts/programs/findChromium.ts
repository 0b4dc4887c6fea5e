import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The headless shell needs a seventh less CPU and renders the same pages. */
const HEADLESS = ['chromium-headless-shell'];
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds a Chromium for the browser tests: the system's, else one that Playwright downloaded before, else Debian's package,
 * which this function installs if it runs as root. It never makes Playwright download one.
 * @param isWhole requires the full browser that users have, as before a release
 * @returns the path of the executable
 * @throws Error with instructions when there is none
 */
export function findChromium(
  say: (text: string) => void = () => {},
  isWhole = process.env.EXHAUSTIVE === '1',
): string {
  const names = isWhole ? WHOLE : [...HEADLESS, ...WHOLE];
  const found = findOnPath(names) ?? findPlaywrightChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('No Chromium here: installing Debian’s package.');
    runApt('update');
    for (const name of isWhole ? ['chromium'] : [...HEADLESS, 'chromium']) {
      runApt('install', '-y', '--no-install-recommends', name);
      const installed = findOnPath(names);
      if (installed) return installed;
    }
  }
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) and run again.',
  );
}

const runApt = (...args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

function findPlaywrightChromium(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}
