import { act, render, screen } from '@testing-library/react';
import { memo } from 'react';
import { expect, it, vi } from 'vitest';

/** A media query list as in Chromium, which reports a change only if `matches` was not read after it. */
class PrintQuery extends EventTarget {
  #isOnPaper = false;
  #known = false;
  get matches() {
    this.#known = this.#isOnPaper;
    return this.#known;
  }
  set(isOnPaper: boolean) {
    this.#isOnPaper = isOnPaper;
  }
  report() {
    if (this.#known === this.#isOnPaper) return;
    this.#known = this.#isOnPaper;
    this.dispatchEvent(Object.assign(new Event('change'), { matches: this.#known }));
  }
}

it('follows the print media query even if a component renders before the browser reports the change', async () => {
  const query = new PrintQuery();
  vi.spyOn(window, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList);
  vi.resetModules();
  const { usePrinting } = await import('./usePrinting');
  const Page = memo(() => <p>{usePrinting() ? 'paper' : 'screen'}</p>);
  const pages = (count: number) => Array.from({ length: count }, (_, key) => <Page key={key} />);
  const { rerender } = render(pages(1));
  for (const [media, count] of [
    ['paper', 2],
    ['screen', 3],
  ] as const) {
    query.set(media === 'paper');
    rerender(pages(count));
    act(() => query.report());
    for (const page of screen.getAllByText(/./)) expect(page).toHaveTextContent(media);
  }
});
