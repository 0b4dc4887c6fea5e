import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** What has no window at all takes a seventh less of the processor, and shows pages alike. */
const HEADLESS = ['chromium-headless-shell'];
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds a Chromium for the browser tests: the system's, else Playwright's own if it was downloaded before, else Debian's
 * package, installed here when we may. Playwright never downloads anything.
 * @param isWhole only the browser that people have will do: so before a release
 * @returns the program's path
 * @throws with what to do, when there is none
 */
export function findChromium(
  say: (text: string) => void = () => {},
  isWhole = process.env.EXHAUSTIVE === '1',
): string {
  const names = isWhole ? WHOLE : [...HEADLESS, ...WHOLE];
  const found = onPath(names) ?? playwrightsOwn();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('No Chromium here: installing Debian’s package.');
    apt('update');
    for (const name of isWhole ? ['chromium'] : [...HEADLESS, 'chromium']) {
      apt('install', '-y', '--no-install-recommends', name);
      const installed = onPath(names);
      if (installed) return installed;
    }
  }
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) and run again.',
  );
}

const apt = (...args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

function playwrightsOwn(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}
