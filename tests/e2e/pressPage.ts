/** The part of `pressChecks.ts` that runs in the page: finds the controls, and compares their boxes. */
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    pressCheck: ReturnType<typeof createPressPage>;
  }
}

/** Waits for what a page still loads, and installs `window.pressCheck`. */
export async function settle(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
  // A placeholder for what loads later (src/app/lazyComponent.tsx): a history is less high than its own.
  await expect(page.locator('html[data-loading]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.evaluate(`window.pressCheck ??= (${createPressPage.toString()})()`);
  await page.evaluate(() => window.pressCheck.atRest());
}

/** Is sent to the page as text, so it refers to nothing outside. */
function createPressPage() {
  const SELECTOR =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input), [role=button], [role=link], [role=tab], [role=menuitem], [role=menuitemradio], [role=option], [role=checkbox], [role=radio], [role=switch], [role=combobox]';
  const DIALOG = '[role=dialog], [role=alertdialog]';
  const TOLERANCE = 0.5;
  let controls: HTMLElement[] = [];
  let before = new Map<HTMLElement, number[]>();

  /** The place on the page or in what scrolls, so that scrolling is no movement. */
  const boxOf = (element: Element): number[] => {
    const { left, top, width, height } = element.getBoundingClientRect();
    let [x, y] = [left, top];
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      x += parent.scrollLeft;
      y += parent.scrollTop;
    }
    const stuck = stickyAround(element)?.getBoundingClientRect();
    return [left, top, width, height, x, y, left - (stuck?.left ?? 0), top - (stuck?.top ?? 0)];
  };
  /** What stays in the window while the page scrolls, and so moves on both. */
  const stickyAround = (element: Element) => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (getComputedStyle(each).position === 'sticky') return each;
    return null;
  };
  const differs = (a: number[] = [], b: number[] = [], places: number[]) =>
    places.some((place) => Math.abs((a[place] ?? 0) - (b[place] ?? 0)) > TOLERANCE);
  const isScrolled = (a: number[], b: number[]) =>
    [0, 1].some((place) => {
      const scrolled = (box: number[]) => (box[place + 4] ?? 0) - (box[place] ?? 0);
      return scrolled(a) !== scrolled(b);
    });
  /** Neither where it was in the window, nor where it was in what scrolls; or of another size. */
  const hasMoved = (a: number[], b: number[]) =>
    differs(a, b, [2, 3]) ||
    (differs(a, b, [0, 1]) &&
      differs(a, b, [4, 5]) &&
      (!isScrolled(a, b) || differs(a, b, [6, 7])));
  const describe = (element: Element) => {
    const text =
      element.getAttribute('aria-label') ||
      element.textContent?.trim() ||
      (element as HTMLInputElement).labels?.[0]?.textContent ||
      element.id;
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase();
    return `${kind} '${text?.trim().slice(0, 40)}'`;
  };
  const round = (box: number[] | undefined) =>
    box
      ?.slice(0, 4)
      .map((value) => Math.round(value * 10) / 10)
      .join(' ') ?? '';
  /** Whether it can be seen: screen readers' controls are a pixel in size, or clipped. */
  const isSeen = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 2 &&
      height > 2 &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('[inert]')
    );
  };
  const remember = () => {
    before = new Map(controls.filter(isSeen).map((element) => [element, boxOf(element)]));
  };
  /** What has moved of what is in sight. */
  const moved = (event: string, cause: Element | null): string[] => {
    const found = [...before].flatMap(([element, box]) => {
      if (!element.isConnected || !isSeen(element)) return [];
      const now = boxOf(element);
      // A skip link is above the window unless it has the focus.
      const isAbove = [box, now].some(([, top = 0, , height = 0]) => top + height <= 0);
      if (isAbove) return [];
      return hasMoved(box, now) ? [`${describe(element)} ${round(box)} → ${round(now)}`] : [];
    });
    return found.length > 0 && cause
      ? [`${describe(cause)} ${event}: ${found.length} moved, such as ${found[0]}`]
      : [];
  };
  const isIn = (element: HTMLElement, { x, y }: { x: number; y: number }) => {
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit && (element.contains(hit) || hit.closest('label')?.contains(element)));
  };
  const topDialog = () =>
    [...document.querySelectorAll<HTMLElement>(DIALOG)]
      .filter((each) => each.checkVisibility())
      .at(-1);
  const findAway = () => {
    const area = topDialog() ?? document.querySelector('main') ?? document.body;
    const { left, top, right, bottom } = area.getBoundingClientRect();
    const [x0, x1] = [Math.max(left, 0) + 4, Math.min(right, innerWidth) - 4];
    const [y0, y1] = [Math.max(top, 0) + 4, Math.min(bottom, innerHeight) - 4];
    for (let y = y0; y < y1; y += 6) {
      for (let x = x1; x > x0; x -= 12) {
        const hit = document.elementFromPoint(x, y);
        if (hit && area.contains(hit) && !hit.closest(`${SELECTOR}, [data-row]`)) return { x, y };
      }
    }
    return { x: 1, y: 1 };
  };
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const signature = () =>
    [...document.querySelectorAll(SELECTOR)].map((element) => round(boxOf(element))).join();
  // Releasing elsewhere is a click on what has both places in it: nothing may happen.
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  return {
    /** Waits for the fonts, and until nothing has moved for some frames. */
    async atRest() {
      await document.fonts.ready;
      for (let [still, last] = [0, '']; still < 5; still += 1) {
        await nextFrame();
        const now = signature();
        if (now !== last) still = 0;
        last = now;
      }
    },
    /** Finds the controls, without those of `known` around the page, and without rows after the second. */
    begin(known: string[]) {
      for (const type of ['click', 'dragstart']) window.addEventListener(type, swallow, true);
      const scope = topDialog() ?? document.body;
      const all = [...scope.querySelectorAll<HTMLElement>(SELECTOR)];
      const rows = [...document.querySelectorAll('[data-row], [role=row], [role=option]')];
      const isShared = (element: Element) => element.closest('header, nav, footer') !== null;
      controls = all.filter((element) => {
        const row = element.closest('[data-row], [role=option]');
        const position = row
          ? rows.filter((each) => each.parentElement === row.parentElement).indexOf(row)
          : 0;
        if (position > 1 || !isSeen(element) || element.matches(':disabled')) return false;
        return !(isShared(element) && known.includes(describe(element)));
      });
      return controls.map((element) => ({ text: describe(element), isShared: isShared(element) }));
    },
    /** Scrolls to a control, and returns where to press and release it; null if it cannot be pressed. */
    async show(index: number) {
      const element = controls[index];
      if (!element?.isConnected || !isSeen(element)) return null;
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      await nextFrame();
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = [
        [0.5, 0.5],
        [0.2, 0.5],
        [0.8, 0.5],
        [0.5, 0.2],
      ]
        .map(([x = 0, y = 0]) => ({ x: left + width * x, y: top + height * y }))
        .find((point) => isIn(element, point));
      if (!at) return null;
      remember();
      return { name: describe(element), isSelect: element.matches('select'), at, away: findAway() };
    },
    async compare(event: string, index: number) {
      await nextFrame();
      return moved(event, controls[index] ?? null);
    },
    /** As the mouse does, but without the browser's list, which would take the mouse. */
    pressSelect(index: number) {
      const element = controls[index];
      for (const type of ['pointerdown', 'mousedown'])
        element?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
      element?.focus();
    },
    /** Closes a list that a press has opened over the page. */
    async closeLists() {
      const list = document.querySelector<HTMLElement>('[role=listbox]');
      if (list?.checkVisibility() && document.activeElement instanceof HTMLElement)
        document.activeElement.blur();
      await nextFrame();
      getSelection()?.removeAllRanges();
    },
    beginFocus() {
      const area = topDialog() ?? document.body;
      (area.querySelector<HTMLElement>('h1, h2') ?? area).focus();
    },
    remember,
    async compareFocused() {
      await nextFrame();
      return moved('with the focus', document.activeElement);
    },
    end() {
      for (const type of ['click', 'dragstart']) window.removeEventListener(type, swallow, true);
    },
  };
}
