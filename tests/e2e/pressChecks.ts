/** Whether what can be clicked stays where it is, and as large as it is, under the mouse, when it is pressed and when it has the focus. */
import { expect, type Page } from '@playwright/test';
import { settle } from './pressPage';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a page knows about the controls that are checked on it; see `pressPage.ts`. */
interface Control {
  readonly name: string;
  /** A select, whose list the browser would open over the page. */
  readonly isSelect: boolean;
  readonly at: Point;
  /** A point where nothing can be clicked. */
  readonly away: Point;
}

/** How long a button is held down: longer than a click, and than what a page may do in answer to it. */
const HELD = 150;

/**
 * Checks controls on all screens of one test. Those of header, menu and footer are checked once, as they are the same.
 *
 * @example
 * const check = createPressCheck(page);
 * await page.goto('/login');
 * await check('login');
 */
export function createPressCheck(page: Page) {
  const seen = new Set<string>();
  /** @returns how many controls were pressed */
  return async (screen: string): Promise<number> => {
    await settle(page);
    const faults: string[] = [];
    const names = await page.evaluate((known) => window.pressCheck.begin(known), [...seen]);
    for (const [index, name] of names.entries()) {
      if (name.isShared) seen.add(name.text);
      faults.push(...(await press(page, index)));
    }
    faults.push(...(await tabThrough(page, Math.min(names.length, 60))));
    await page.evaluate(() => window.pressCheck.end());
    expect({ screen, moved: [...new Set(faults)] }).toEqual({ screen, moved: [] });
    return names.length;
  };
}

/** Moves onto a control, holds it down, and releases elsewhere. Returns what has moved. */
async function press(page: Page, index: number): Promise<string[]> {
  const control: Control | null = await page.evaluate((at) => window.pressCheck.show(at), index);
  // It has left the page, or something lies over it.
  if (!control) return [];
  const { at, away } = control;
  const measure = (event: string) =>
    page.evaluate(([what, which]) => window.pressCheck.compare(what, which), [
      event,
      index,
    ] as const);
  await page.mouse.move(at.x, at.y);
  const faults = await measure('under the mouse');
  if (control.isSelect) {
    await page.evaluate((which) => window.pressCheck.pressSelect(which), index);
  } else {
    await page.mouse.down();
    await page.waitForTimeout(HELD);
  }
  faults.push(...(await measure('when pressed')));
  await page.mouse.move(away.x, away.y);
  if (!control.isSelect) await page.mouse.up();
  await page.evaluate(() => window.pressCheck.closeLists());
  return faults;
}

/** Moves the focus through the page by key. Returns what moves when something gets the focus. */
async function tabThrough(page: Page, count: number): Promise<string[]> {
  const faults: string[] = [];
  await page.evaluate(() => window.pressCheck.beginFocus());
  for (let turn = 0; turn < count; turn += 1) {
    await page.evaluate(() => window.pressCheck.remember());
    await page.keyboard.press('Tab');
    faults.push(...(await page.evaluate(() => window.pressCheck.compareFocused())));
  }
  return faults;
}
