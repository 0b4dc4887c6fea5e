/** Measures our pages and their peers with Lighthouse. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import lighthouse, { type Result } from 'lighthouse';
import { computeMedianRun } from 'lighthouse/core/lib/median-run.js';
import type { Page } from 'puppeteer-core';
import type { Options } from '../options';
import { log } from '../harness/log';
import { withBrowser } from './browser';
import { CATEGORIES, type Comparison, report } from './report';

interface Subject {
  readonly name: string;
  readonly isOurs?: boolean;
  readonly url: string;
  readonly signIn?: (page: Page) => Promise<unknown>;
}

export interface Audits extends Comparison {
  readonly subjects: readonly Subject[];
  /** How the slow line and CPU are produced: in the browser itself, or computed from a fast run. */
  readonly throttling: 'devtools' | 'simulate';
}

/** Runs Lighthouse's mobile preset, each run in its own browser. Each round runs all pages, because they are compared. */
export async function compareWithLighthouse(
  comparison: Audits,
  { rounds, data }: Options,
): Promise<string> {
  const { title, subjects, throttling } = comparison;
  const folder = join(data, 'pages');
  mkdirSync(folder, { recursive: true });
  const runs = subjects.map((): Result[] => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      log(`Lighthouse, round ${round} of ${rounds}: ${subject.name}`);
      const run = await audit(subject, throttling);
      // The full report, for a closer look.
      writeFileSync(join(folder, `${title}, ${subject.name}, ${round}.json`), JSON.stringify(run));
      runs[index]?.push(run);
    }
  }
  return report(comparison, runs.map(computeMedianRun));
}

/** @throws Error when the page could not be measured, or redirected */
async function audit({ url, signIn }: Subject, throttlingMethod: Audits['throttling']) {
  const onlyCategories = [...CATEGORIES];
  const flags = { logLevel: 'error', onlyCategories, throttlingMethod, disableFullPageScreenshot: true } as const; // prettier-ignore
  const result = await withBrowser(async (browser) => {
    if (signIn) await signIn(await browser.newPage());
    return lighthouse(url, flags, undefined, await browser.newPage());
  });
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const shown = new URL(lhr.finalDisplayedUrl).pathname;
  if (shown !== new URL(url).pathname) throw new Error(`${url} led to ${shown}`);
  return lhr;
}
