/** A person's hands, and what a task costs them: clicks, and keys besides text. Choosing from a list counts as two clicks. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';

interface Cost {
  readonly clicks: number;
  readonly keys: number;
}

/** The rows of a document's table: the last cell by the first one. */
export const documented = (path: string): ReadonlyMap<string | undefined, string | undefined> =>
  new Map(
    readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map((cells) => [cells[1], cells.at(-2)]),
  );

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

export const describeCost = ({ clicks, keys }: Cost): string =>
  [clicks > 0 && plural(clicks, 'click'), keys > 0 && plural(keys, 'key')]
    .filter(Boolean)
    .join(', ') || 'nothing';

/** A person's hands, which count what they do. */
export function createHands(page: Page) {
  const cost = { clicks: 0, keys: 0 };
  return {
    cost,
    async click(target: Locator) {
      cost.clicks += 1;
      await target.click();
    },
    async choose(target: Locator, label: string | RegExp) {
      cost.clicks += 2;
      const option = target.locator('option').filter({ hasText: label });
      await target.selectOption((await option.first().getAttribute('value')) ?? '');
    },
    async press(key: string) {
      cost.keys += 1;
      await page.keyboard.press(key);
    },
    type: (text: string) => page.keyboard.type(text),
  };
}

/** Takes the calls of the page, as a phone does, which opens a screen of its own. */
export const takeCalls = (page: Page): Promise<void> =>
  page.evaluate(() =>
    document.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('a[href^="tel:"]'))
        event.preventDefault();
    }),
  );
