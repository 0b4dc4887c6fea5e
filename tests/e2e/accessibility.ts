import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { smallTargets } from './measures';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Asserts that axe finds nothing on the page as it is now: rules of WCAG 2.0 to 2.2, A and AA, and best practice; that
 * every target is large enough, and that nothing has to be scrolled sideways.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // Rows are dimmed while they are fetched afresh.
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  // Evaluated by the debugger, so that the page's content security policy stays as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(async () => {
    // What fades in is judged once it is there; what is taken away while it still moved is not waited for.
    for (;;) {
      const moving = document.getAnimations().filter(
        // What turns until something is there has no end.
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
      if (moving.length === 0) break;
      await Promise.allSettled(moving.map((animation) => animation.finished));
    }
    // What the bar at the edge covers can be scrolled clear of it (quickExit.spec); axe would call it small.
    const bar = document.querySelector<HTMLElement>('[data-exit]');
    bar?.style.setProperty('position', 'static');
    // Everything that is on by itself, and the one rule of WCAG 2.2, which is not.
    const { violations } = await window.axe.run(document, {
      // The nodes that pass need no selectors, which are a third of the work.
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    });
    bar?.style.removeProperty('position');
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    }));
  });
  expect({ screen, found }).toEqual({ screen, found: [] });
  const small = await smallTargets(page);
  expect({ screen, small }).toEqual({ screen, small: [] });
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect({ screen, overhang }).toEqual({ screen, overhang: 0 });
}

/**
 * Opens a dialog, looks at it, and closes it.
 * @param submit its main button, if it is refused here: then looks again
 */
export async function expectAccessibleDialog(
  page: Page,
  opener: Locator,
  screen: string,
  submit?: string,
): Promise<void> {
  await opener.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page, screen);
  if (submit) {
    await dialog.getByRole('button', { name: submit, exact: true }).click();
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible();
    await expectAccessible(page, `${screen}, refused`);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}
