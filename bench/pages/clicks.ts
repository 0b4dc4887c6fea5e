/** How long a list of the staff takes from a click, and from the answer to it, until the new rows are painted. */
import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { transformWithOxc } from 'vite';
import type { ReferralStatus } from '../../contract/constants';
import type { Options } from '../options';
import { say } from '../say';
import { inBrowser } from './browser';
import type { Clicks, Painted } from './report';
import type { StaffList } from './staffLists';

/** So much slower than this machine the processor is made. */
const SLOWED = 4;
const SCREENS = [
  { name: 'phone, 412 px', width: 412, height: 823 },
  { name: 'desk, 1350 px', width: 1_350, height: 940 },
];
const TIMES = 3;
/** Each another, as rows that were shown before may be shown again without being asked for. */
const STATUSES: readonly ReferralStatus[] = ['Processed', 'Pending', 'Declined Services'];
/** Milliseconds within which what was clicked for is there, however slow the machine. */
const LIMIT = 120_000;
const WATCH = 'bench/pages/inPage/watch.ts';

export async function measureClicks(lists: readonly StaffList[], { rounds }: Options) {
  const { code } = await transformWithOxc(readFileSync(WATCH, 'utf8'), WATCH);
  const all = SCREENS.flatMap((screen) =>
    lists.map((list) => {
      const taken: Clicks['taken'] = { opening: [], 'page turn': [], filter: [], dialog: [] };
      return { list, screen, taken };
    }),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const { list, screen, taken } of all) {
      say(`clicks, round ${round} of ${rounds}: ${list.name}, ${screen.name}`);
      await inBrowser(async (browser) => {
        const page = await browser.newPage();
        page.setDefaultTimeout(LIMIT);
        await page.setViewport(screen);
        await page.evaluateOnNewDocument(code);
        await list.signIn(page);
        await page.emulateCPUThrottling(SLOWED);
        await useList(page, list, taken);
      });
    }
  }
  return all.map(({ list, screen, taken }) => ({ list: list.name, screen: screen.name, taken }));
}

/** Opens the list once more, with its scripts in the browser's cache; then come page turns, filters and dialogs. */
async function useList(page: Page, list: StaffList, taken: Clicks['taken']): Promise<void> {
  await page.goto(list.url);
  await untilCalm(page, list.rows);
  await page.goto('about:blank');
  const opening = await page.evaluateOnNewDocument(watching(list, true));
  await page.goto(list.url);
  taken.opening.push(await takePainted(page, list));
  await page.removeScriptToEvaluateOnNewDocument(opening.identifier);

  const click = async (selector: string, watched: Watched = list) => {
    await page.evaluate(watching(watched, false));
    await page.locator(selector).click();
    return takePainted(page, watched);
  };
  for (let time = 1; time <= TIMES; time += 1) {
    taken['page turn'].push(await click(list.nextPage));
  }
  for (const status of STATUSES) {
    taken.filter.push(await click(await list.prepareFilter(page, status)));
  }
  for (let time = 1; list.dialog && time <= TIMES; time += 1) {
    const { opener, shown } = list.dialog;
    taken.dialog.push(await click(opener, { rows: shown, calls: [] }));
    await page.keyboard.press('Escape');
    await page.waitForSelector(shown, { hidden: true });
  }
}

type Watched = Pick<StaffList, 'rows' | 'calls'>;

/** By the page's own clock (inPage/watch.ts). */
const watching = ({ rows, calls }: Watched, isOpening: boolean) =>
  `globalThis.painted = watchRows(${JSON.stringify(rows)}, ${JSON.stringify(calls)}, ${isOpening}); undefined`;

async function takePainted(page: Page, { rows, calls }: Watched): Promise<Painted> {
  const painted = (await page.evaluate('painted')) as Painted;
  if (calls.length > 0 && painted.fromAnswer === null) throw new Error('No rows were asked for');
  await untilCalm(page, rows);
  return painted;
}

/** So that one click does not pay for another. */
async function untilCalm(page: Page, rows: string): Promise<void> {
  await page.waitForSelector(rows);
  await page.waitForNetworkIdle();
}
