import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Asserts that axe finds nothing on the page as it is now, and that nothing has to be scrolled sideways. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // Evaluated by the debugger, so that the page's content security policy stays as it is.
  await page.evaluate(source);
  const found = await page.evaluate(async () => {
    // What fades in is judged once it is there.
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
    const { violations } = await window.axe.run(document);
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    }));
  });
  expect({ screen, found }).toEqual({ screen, found: [] });
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect({ screen, overhang }).toEqual({ screen, overhang: 0 });
}
