/**
 * Before each test file that renders: the DOM matchers, a clean document after each test, a clean browser
 * after each file, and no tolerance for console noise.
 */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

/** How long a test waits for what will come; on a busy machine later. Only what never comes fails by it. Milliseconds. */
configure({ asyncUtilTimeout: 20_000 });

/** The made-up browser, as Vitest's environment gives it. */
declare const jsdom: { cookieJar: { removeAllCookiesSync(): void } };

const noise: string[] = [];

/** jsdom has no layout, no scrolling and no dialogs; what the app asks of dialogs here is that they open and close. */
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
class NothingToSee {
  observe() {}
  disconnect() {}
}
Object.assign(window, { ResizeObserver: NothingToSee, IntersectionObserver: NothingToSee });
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: fitsWindow(media),
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });

/** Whether a query about the window's width holds, for the 1,024 pixels of jsdom's window; any other does not. */
function fitsWindow(media: string): boolean {
  const [, bound, width, unit] = /\((min|max)-width: ([\d.]+)(px|rem)\)/.exec(media) ?? [];
  const pixels = Number(width) * (unit === 'rem' ? 16 : 1);
  return bound === 'min' ? window.innerWidth >= pixels : window.innerWidth <= pixels;
}

// Abort signals are Node's here, so the errors they abort with must be too: react-admin looks at their class.
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

/** One browser serves many files (vitest.config.ts): what a file leaves in it, the next one does not find. */
afterAll(() => {
  vi.useRealTimers();
  window.localStorage.clear();
  window.sessionStorage.clear();
  jsdom.cookieJar.removeAllCookiesSync();
  window.history.replaceState(null, '', '/');
  document.title = '';
});
