/** What long, wide, tall and right-to-left text breaks in a layout: checked in the page, for whatever is on screen. */
import type { Page } from '@playwright/test';

/** Waits for the next frame, which has the styles of a new size, and what React renders for it. */
export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/**
 * Returns the faults of what is in front (an open list, a dialog or else the page): anything that scrolls sideways
 * other than a wide table or a row of tabs, a control that is too small or out of reach, text under something else, and stacked marks that paint
 * over other lines.
 */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  await nextFrame(page);
  return page.evaluate(() => {
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const faults = new Set<string>();
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const ancestors = (element: Element): Element[] =>
      element.parentElement ? [element, ...ancestors(element.parentElement)] : [element];
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class')} ‘${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30)}’`;

    const CONTROLS =
      'a[href], button:enabled, input:not([type=hidden]), select, textarea, summary, [role=option]';
    const UNSEEN =
      '[class*=skip]:not(:focus), [inert], [aria-hidden=true], .visually-hidden, option, script, style';
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(UNSEEN) &&
      ancestors(element).every((each) => styleOf(each).clipPath === 'none');

    const front = [
      ...document.querySelectorAll('dialog[open], [aria-modal=true]'),
      ...document.querySelectorAll('[role=listbox]:not(:empty)'),
    ]
      .filter((element) => element.checkVisibility())
      .at(-1);
    const scope = front ?? document.body;

    /** The part of a box that no ancestor clips. */
    const unclipped = (box: Box, element: Element): Box | null => {
      let { left, top, right, bottom } = box;
      for (const each of ancestors(element)) {
        const { overflowX, overflowY } = styleOf(each);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const clip = each.getBoundingClientRect();
        if (overflowX !== 'visible')
          [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
        if (overflowY !== 'visible')
          [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
      }
      return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
    };
    const middle = ({ top, bottom }: Box) => (top + bottom) / 2;
    /** Scrolls what `read` measures, a part of the element, to the middle of what scrolls it. */
    const scrollTo = (element: Element, read: () => Box) => {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const scroller =
        ancestors(element).find(
          (each) =>
            ['auto', 'scroll'].includes(styleOf(each).overflowY) &&
            each.scrollHeight > each.clientHeight,
        ) ?? document.documentElement;
      const frame = scroller.getBoundingClientRect();
      const seen = {
        left: 0,
        right: 0,
        top: Math.max(frame.top, 0),
        bottom: Math.min(frame.bottom, innerHeight),
      };
      scroller.scrollBy({ top: middle(read()) - middle(seen), behavior: 'instant' });
    };
    /** What covers the centre of what `read` measures, also once it is scrolled to; null if nothing does. */
    const findCover = (element: Element, read: () => Box, isPart: (top: Element) => boolean) => {
      for (const isScrolled of [false, true]) {
        if (isScrolled) scrollTo(element, read);
        const box = unclipped(read(), element);
        if (!box) continue;
        const visible = {
          ...box,
          top: Math.max(box.top, 0),
          bottom: Math.min(box.bottom, innerHeight),
        };
        const cover = document.elementFromPoint((box.left + box.right) / 2, middle(visible));
        if (cover && isPart(cover)) return null;
        if (isScrolled) return cover ? describe(cover) : 'nothing that can be seen';
      }
      return undefined;
    };
    /** Whether one is part of the other, or both are of one label. */
    const isRelated = (one: Element, other: Element) =>
      one.contains(other) || other.contains(one) || one.closest('label')?.contains(other) === true;

    /** A row of tabs is cut off at the window's edge in sight, and scrolls to the one that gets the focus. */
    const isTabRow = (element: Element) =>
      element.querySelector(':scope > [role=radiogroup]') !== null;

    const findSidewaysScrolling = () => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth > clientWidth + 1) {
        const wide = [...document.querySelectorAll('body *')].filter(
          (element) => element.getBoundingClientRect().right + scrollX > clientWidth + 1,
        );
        faults.add(
          `the page is ${scrollWidth - clientWidth} px too wide: ${wide.slice(0, 3).map(describe).join(' | ')}`,
        );
      }
      for (const element of document.querySelectorAll(
        'body :not(input, textarea, select, svg *)',
      )) {
        const { overflowX } = styleOf(element);
        const isWideTable = innerWidth >= 900 && element.querySelector(':scope > table');
        if (!['auto', 'scroll'].includes(overflowX) || isWideTable || isTabRow(element)) continue;
        const over = element.scrollWidth - element.clientWidth;
        if (over > 1) faults.add(`${describe(element)} scrolls sideways by ${over} px`);
      }
    };

    const checkControl = (element: Element) => {
      const isInText = element.tagName === 'A' && styleOf(element).display === 'inline';
      const target = element.closest('label') ?? element;
      const { width, height, left, right } = target.getBoundingClientRect();
      // Off-screen, for bots.
      if (right <= 0) return;
      if (!isInText && (width < 24 || height < 24))
        faults.add(`${describe(element)} has ${width} × ${height} px`);
      const isScrolled = element.closest('table') !== null || ancestors(element).some(isTabRow);
      if ((left < -1 || right > innerWidth + 1) && !isScrolled)
        faults.add(`${describe(element)} reaches from ${left} to ${right}`);
      const cover = findCover(
        target,
        () => (isInText && target.getClientRects()[0]) || target.getBoundingClientRect(),
        (top) => target.contains(top) || top.closest('label')?.contains(element) === true,
      );
      if (cover !== null)
        faults.add(`${describe(element)} is ${cover ? `under ${cover}` : 'out of reach'}`);
    };

    const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;
    const STACKED = /\p{M}{20}/u;
    const checkText = (text: Text, element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = range.getClientRects();
      if (lines.length === 0 || range.getBoundingClientRect().right <= 0) return;
      for (const index of new Set([0, lines.length - 1])) {
        const read = () => range.getClientRects()[index] ?? range.getBoundingClientRect();
        // The bar about the session lets clicks through to what it lies over, which is then found instead of it.
        if (styleOf(element).pointerEvents === 'none') continue;
        const cover = findCover(element, read, (top) => isRelated(element, top));
        // Undefined for what is scrolled or clamped out of its box.
        if (cover) faults.add(`${describe(element)} is under ${cover}`);
      }
      const ownWords = text.data.replace(/\u2068[^\u2069]*\u2069/g, '');
      const isIsolated = element.closest('bdi') ?? styleOf(element).unicodeBidi === 'plaintext';
      if (RIGHT_TO_LEFT.test(ownWords) && !isIsolated)
        faults.add(`${describe(element)} is not isolated`);
      if (!STACKED.test(text.data)) return;
      // The text has a clip of its own, at most a line higher on both sides.
      const clip = ancestors(element).find((each) => styleOf(each).overflowY !== 'visible');
      const { height } = range.getBoundingClientRect();
      const line = parseFloat(styleOf(element).fontSize) * 1.5;
      if (!clip || clip.getBoundingClientRect().height > height + 2 * line)
        faults.add(`the marks of ${describe(element)} are not clipped`);
    };

    findSidewaysScrolling();
    for (const control of scope.querySelectorAll(CONTROLS))
      if (isSeen(control)) checkControl(control);
    const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (node instanceof Text && node.data.trim() && element && isSeen(element))
        checkText(node, element);
    }
    return [...faults];
  });
}
