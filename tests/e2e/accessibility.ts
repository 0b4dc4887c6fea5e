import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type axe from 'axe-core';
import { findSmallTargets } from './layoutChecks';
import { anyDialog } from './steps';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * Asserts that axe finds no violation on the page in its current state (WCAG 2.0 to 2.2, A and AA, and best practice), that
 * every target is large enough, and that the page does not scroll sideways.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // Rows are dimmed during a refetch.
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  // A translated page has the same elements; its run is about what they show.
  if (test.info().project.name === 'translated') return;
  // The debugger evaluates it, so the page's content security policy needs no exception.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(async () => {
    // Check elements after they have faded in. The animation of a removed element rejects and is not waited for.
    for (;;) {
      const moving = document.getAnimations().filter(
        // The animation of a loading indicator never ends.
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
      if (moving.length === 0) break;
      await Promise.allSettled(moving.map((animation) => animation.finished));
    }
    // Targets under the fixed quick-exit bar can be scrolled clear of it (quickExit.spec), but axe would report them as small.
    const bar = document.querySelector<HTMLElement>('[data-exit]');
    bar?.style.setProperty('position', 'static');
    // The rules that are on by default, and the one rule of WCAG 2.2, which is not.
    const { violations } = await window.axe.run(document, {
      // Selectors of passing nodes are not needed and would take a third of the time.
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
  const small = await findSmallTargets(page);
  expect({ screen, small }).toEqual({ screen, small: [] });
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect({ screen, overhang }).toEqual({ screen, overhang: 0 });
}

/**
 * Opens a dialog, checks it, and closes it.
 * @param submit name of its submit button, if submitting it fails validation: the dialog is then checked again
 */
export async function expectAccessibleDialog(
  page: Page,
  opener: Locator,
  screen: string,
  submit?: string,
): Promise<void> {
  await opener.click();
  const dialog = anyDialog(page);
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
