/** How long a list of the staff takes from a click, and from the answer to it, until the new rows are painted. */
import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { ReferralStatus } from '../../contract/constants';
import { startBrowser } from './browser';
import type { Painted, Taken } from './figures';

/** So much slower than this machine the processor is made. */
const SLOWED = 4;
/** Milliseconds within which what was clicked for is there, however slow the machine. */
const LIMIT = 120_000;

export const SCREENS = {
  phone: { width: 412, height: 823 },
  desk: { width: 1_350, height: 940 },
} as const;
type Screen = keyof typeof SCREENS;

const paintedSchema = z.object({ fromClick: z.number(), fromAnswer: z.number().nullable() });

/** Each another, as rows that were shown before may be shown again without being asked for. */
const STATUSES: readonly ReferralStatus[] = ['Processed', 'Pending', 'Declined Services'];
const TURNS = 3;
const DIALOGS = 3;

/** A list as it is used: what it looks like, and what is clicked. */
export interface StaffList {
  readonly name: string;
  readonly url: string;
  /** Of its rows. */
  readonly rows: string;
  /** The paths that its rows are asked for under. */
  readonly calls: readonly string[];
  /** Done once in each browser. */
  signIn(page: Page): Promise<void>;
  /** Clicks for the next page. */
  turnPage(page: Page): Promise<void>;
  /** @returns clicks for the rows that have a status, when all that comes before is done */
  prepareFilter(page: Page, status: string): Promise<() => Promise<void>>;
  /** Opens a row's dialog and closes it, where it has any. */
  readonly dialog?: { readonly shown: string; open(page: Page): Promise<void> };
}

interface Run {
  readonly screen: Screen;
  /** The script that measures in the page. */
  readonly watch: string;
  /** Gets what was measured. */
  readonly taken: Taken;
}

/** Opening the list anew, then page turns, filters and dialogs, in a browser of their own. */
export async function measureInteractions(
  list: StaffList,
  { screen, watch, taken }: Run,
): Promise<void> {
  const browser = await startBrowser();
  try {
    await browser.inPage(async (page) => {
      page.setDefaultTimeout(LIMIT);
      await page.setViewportSize(SCREENS[screen]);
      await page.addInitScript({ content: watch });
      await list.signIn(page);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
      await page.goto(list.url);
      await untilCalm(page, list.rows);
      taken.opening.push(await measureOpening(page, list));

      for (let turn = 1; turn <= TURNS; turn += 1) {
        taken['page turn'].push(await measure(page, list, () => list.turnPage(page)));
      }
      for (const status of STATUSES) {
        const filter = await list.prepareFilter(page, status);
        taken.filter.push(await measure(page, list, filter));
      }
      const { dialog } = list;
      for (let time = 1; time <= DIALOGS; time += 1) {
        if (!dialog) break;
        const opened = { rows: dialog.shown, calls: [] };
        taken.dialog.push(await measure(page, opened, () => dialog.open(page)));
        await page.keyboard.press('Escape');
        await page.locator(dialog.shown).waitFor({ state: 'hidden' });
      }
    });
  } finally {
    await browser.stop();
  }
}

type Watched = Pick<StaffList, 'rows' | 'calls'>;

/** By the page's own clock (inPage/watch.ts), as all of these. */
async function measure(page: Page, watched: Watched, click: () => Promise<void>): Promise<Painted> {
  await page.evaluate(armed(watched, false));
  await click();
  return takePainted(page, watched);
}

/** Its scripts are in the browser's cache by now. */
async function measureOpening(page: Page, list: StaffList): Promise<Painted> {
  await page.goto('about:blank');
  await page.addInitScript({ content: armed(list, true) });
  await page.goto(list.url);
  return takePainted(page, list);
}

const armed = ({ rows, calls }: Watched, isOpening: boolean) =>
  `benchWatch.arm(${[rows, calls, isOpening].map((value) => JSON.stringify(value)).join()})`;

async function takePainted(page: Page, { rows, calls }: Watched): Promise<Painted> {
  const painted = paintedSchema.parse(await page.evaluate('benchWatch.painted()'));
  if (calls.length > 0 && painted.fromAnswer === null) throw new Error('No rows were asked for');
  await untilCalm(page, rows);
  return painted;
}

/** Milliseconds in which nothing is asked for, so that one click does not pay for another. */
const CALM = 500;

async function untilCalm(page: Page, rows: string): Promise<void> {
  await page.locator(rows).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(CALM);
}
