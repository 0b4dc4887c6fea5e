/**
 * Setup of each test file that renders: DOM matchers, a clean document after each test, a clean browser state after each file,
 * and a failure on console output.
 */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

/** Milliseconds. Generous, because a busy machine is slow. Only a missing result reaches it. */
configure({ asyncUtilTimeout: 20_000 });

/** The jsdom instance of Vitest's environment. */
declare const jsdom: { cookieJar: { removeAllCookiesSync(): void } };

const noise: string[] = [];

/** jsdom has no layout, no scrolling and no dialogs. These dialogs only open and close. */
HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
Element.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
class InertObserver {
  observe() {}
  disconnect() {}
}
Object.assign(window, { ResizeObserver: InertObserver, IntersectionObserver: InertObserver });
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: fitsWindow(media),
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });

/** Evaluates a media query on the window's width, by default jsdom's 1,024 px. Any other query does not match. */
function fitsWindow(media: string): boolean {
  const [, bound, width, unit] = /\((min|max)-width: ([\d.]+)(px|rem)\)/.exec(media) ?? [];
  const pixels = Number(width) * (unit === 'rem' ? 16 : 1);
  return bound === 'min' ? window.innerWidth >= pixels : window.innerWidth <= pixels;
}

// AbortSignal is Node's here, so DOMException must be Node's too: react-admin checks the error's class.
globalThis.DOMException = (AbortSignal.abort().reason as DOMException)
  .constructor as typeof DOMException;

beforeEach(() => {
  noise.length = 0;
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      noise.push(`console.${method}: ${parts.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  expect(noise).toEqual([]);
});

/** Test files share one jsdom (vitest.config.ts), so each file resets its state. */
afterAll(() => {
  vi.useRealTimers();
  window.localStorage.clear();
  window.sessionStorage.clear();
  jsdom.cookieJar.removeAllCookiesSync();
  window.history.replaceState(null, '', '/');
  document.title = '';
});
