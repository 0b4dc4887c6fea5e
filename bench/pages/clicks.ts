/** Measures the staff lists: the time from a click, and from its response, until the new rows are painted. */
import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { transformWithOxc } from 'vite';
import type { ReferralStatus } from '../../contract/staffConstants';
import type { Options } from '../options';
import { log } from '../harness/log';
import { withBrowser } from './browser';
import type { ClickTimes, PaintTimes } from './report';
import type { StaffList } from './staffLists';

/** Factor by which the CPU is throttled. */
const CPU_SLOWDOWN = 4;
const SCREENS = [
  { name: 'phone, 412 px', width: 412, height: 823 },
  { name: 'desk, 1350 px', width: 1_350, height: 940 },
];
const REPEATS = 3;
/** Statuses, each used once: rows that were shown before may be shown again without a request. */
const STATUSES: readonly ReferralStatus[] = ['Processed', 'Pending', 'Declined Services'];
/** Milliseconds until a result must appear, even on a slow machine. */
const LIMIT = 120_000;
const WATCH = 'bench/pages/inPage/watch.ts';

export async function measureClicks(lists: readonly StaffList[], { rounds }: Options) {
  const { code } = await transformWithOxc(readFileSync(WATCH, 'utf8'), WATCH);
  const all = SCREENS.flatMap((screen) =>
    lists.map((list) => {
      const taken: ClickTimes['taken'] = {
        opening: [],
        'page turn': [],
        tab: [],
        filter: [],
        selection: [],
        dialog: [],
      };
      return { list, screen, taken };
    }),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const { list, screen, taken } of all) {
      log(`clicks, round ${round} of ${rounds}: ${list.name}, ${screen.name}`);
      await withBrowser(async (browser) => {
        const page = await browser.newPage();
        page.setDefaultTimeout(LIMIT);
        await page.setViewport(screen);
        await page.evaluateOnNewDocument(code);
        await list.signIn(page);
        // Puppeteer counts a request that a navigation aborts as running for ever.
        await page.waitForNetworkIdle();
        await page.emulateCPUThrottling(CPU_SLOWDOWN);
        await useList(page, list, taken);
      });
    }
  }
  return all.map(({ list, screen, taken }) => ({ list: list.name, screen: screen.name, taken }));
}

/** Opens the list again, with its scripts in the browser's cache, and then makes the clicks of each kind. */
async function useList(page: Page, list: StaffList, taken: ClickTimes['taken']): Promise<void> {
  await page.goto(list.url);
  await waitUntilIdle(page, list.rows);
  await page.goto('about:blank');
  const opening = await page.evaluateOnNewDocument(watchScript(list, true));
  await page.goto(list.url);
  taken.opening.push(await readPaint(page, list));
  await page.removeScriptToEvaluateOnNewDocument(opening.identifier);

  const click = async (selector: string, watched: Watched = list) => {
    await page.evaluate(watchScript(watched, false));
    await page.locator(selector).click();
    return readPaint(page, watched);
  };
  for (let time = 1; time <= REPEATS; time += 1) {
    taken['page turn'].push(await click(list.nextPage));
  }
  if (list.tab) {
    for (const status of STATUSES) taken.tab.push(await click(list.tab(status)));
    // Forgets the rows of these statuses, for the filters.
    await page.goto(list.url);
    await waitUntilIdle(page, list.rows);
  }
  for (const status of STATUSES) {
    taken.filter.push(await click(await list.prepareFilter(page, status)));
  }
  if (list.selection) {
    const { checkbox, shown } = list.selection;
    for (const box of (await page.$$(checkbox)).slice(0, REPEATS)) {
      await page.evaluate(watchScript({ rows: shown, calls: [] }, false));
      await box.click();
      taken.selection.push(await readPaint(page, { rows: shown, calls: [] }));
    }
    await page.locator(`${shown} > :last-child > :last-child`).click();
  }
  for (let time = 1; list.dialog && time <= REPEATS; time += 1) {
    const { opener, shown } = list.dialog;
    taken.dialog.push(await click(opener, { rows: shown, calls: [] }));
    await page.keyboard.press('Escape');
    await page.waitForSelector(shown, { hidden: true });
  }
}

type Watched = Pick<StaffList, 'rows' | 'calls'>;

/** Measures with the page's own clock (inPage/watch.ts). */
const watchScript = ({ rows, calls }: Watched, isOpening: boolean) =>
  `globalThis.painted = watchRows(${JSON.stringify(rows)}, ${JSON.stringify(calls)}, ${isOpening}); undefined`;

async function readPaint(page: Page, { rows, calls }: Watched): Promise<PaintTimes> {
  const painted = (await page.evaluate('painted')) as PaintTimes;
  if (calls.length > 0 && painted.fromAnswer === null)
    throw new Error('The page requested no rows');
  await waitUntilIdle(page, rows);
  return painted;
}

/** Waits until the page is idle, so that one click does not delay the next. */
async function waitUntilIdle(page: Page, rows: string): Promise<void> {
  await page.waitForSelector(rows);
  await page.waitForNetworkIdle();
}
