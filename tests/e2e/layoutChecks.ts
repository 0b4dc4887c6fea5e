/** Checks that axe does not make: target sizes, clipped text, visible focus, edges in forced colours, and motion. */
import type { Locator, Page } from '@playwright/test';

/**
 * Returns the targets smaller than 24 × 24 pixels (WCAG 2.5.8). A control inside a label is as large as the label. Links within
 * a line of text are exempt.
 */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option], [role=button]';
    return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      if (element.closest('[inert], [aria-hidden=true]')) return [];
      const isInText = element.tagName === 'A' && getComputedStyle(element).display === 'inline';
      const target = element.closest('label') ?? element;
      const { width, height, right, bottom } = target.getBoundingClientRect();
      const isOutside = right <= 0 || bottom <= -window.scrollY;
      if (isInText || isOutside || (width >= 24 && height >= 24)) return [];
      return [`${element.tagName} ${element.textContent || element.id} ${width} × ${height}`];
    });
  });
}

/**
 * Returns the elements whose text is clipped and cannot be scrolled to, and how far the page overflows sideways. Text of a row that
 * ends in an ellipsis is exempt if its tooltip has the whole text: the record that the row opens has it too. So is shortened text with
 * a button that shows the whole of it.
 */
export function findClippedText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const found = [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const style = getComputedStyle(element);
      const isSeen = element.checkVisibility({ visibilityProperty: true });
      // Visually hidden text for screen readers, or a field, whose content scrolls with the caret.
      const isExempt = style.clipPath !== 'none' || element.matches('input, select, svg, svg *');
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (!isSeen || isExempt || !element.innerText?.trim()) return [];
      const isShortened = style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis';
      const spaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
      const full = spaced(element.closest<HTMLElement>('[title]')?.title ?? '');
      const isInRow = element.closest('[data-row], thead, nav') !== null;
      if (isShortened && isInRow && full.includes(spaced(element.textContent))) return [];
      const expander = `[aria-expanded="false"][aria-controls="${CSS.escape(element.id)}"]`;
      if (isShortened && element.id && document.querySelector(expander)) return [];
      const isWide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isHigh = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
      return isWide || isHigh ? [`${element.tagName}.${element.className}`] : [];
    });
    const overhang = root.scrollWidth - root.clientWidth;
    // One pixel is rounding.
    if (overhang > 1) {
      const wide = [...document.querySelectorAll('body *')].filter((element) => {
        const { right, width } = element.getBoundingClientRect();
        const scroller = element.closest('[class*=scroller]');
        return width > 0 && right > root.clientWidth + 1 && (!scroller || scroller === element);
      });
      found.push(
        `the page overflows by ${overhang} pixels: ${wide
          .slice(-3)
          .map((e) => e.outerHTML.slice(0, 90))
          .join(' | ')}`,
      );
    }
    return found;
  });
}

export const NOTHING_FOCUSED = 'nothing has the focus';

/** Returns why the current focus is not visible (no outline, or covered), `NOTHING_FOCUSED`, or null if it is visible. */
export async function findFocusProblem(page: Page): Promise<string | null> {
  const found = await findFocusProblemNow(page);
  if (found === null || found === NOTHING_FOCUSED) return found;
  // The layout between two frames may never be painted: check again after the next frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  return findFocusProblemNow(page);
}

function findFocusProblemNow(page: Page): Promise<string | null> {
  return page.evaluate((nothing) => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return nothing;
    const name = `${element.tagName} ${(element.textContent || element.getAttribute('name') || element.id).slice(0, 40)}`;
    // The box around a field may carry the outline instead.
    const hasOutline = [element, element.parentElement, element.closest('[class*=box]')].some(
      (each) => {
        if (!each) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(each);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      },
    );
    if (!hasOutline) return `${name}: no outline`;
    const box = element.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.2, 0.5, 0.8].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
    );
    const label = element.closest('label');
    const isOnTop = points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return (
        top !== null && (element.contains(top) || top.contains(element) || label?.contains(top))
      );
    });
    return isOnTop ? null : `${name}: hidden at ${box.left}, ${box.top}`;
  }, NOTHING_FOCUSED);
}

/**
 * Returns the controls and badges that differ from their surroundings only by background, which forced colours remove. The label of an
 * invisible control is what people see of it.
 */
export function findMissingEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector = [
      'input:not([type=checkbox], [role=combobox])',
      'select',
      'textarea',
      ...['primary', 'secondary', 'danger', 'chip', 'tag', 'badge'].map((c) => `[class*="_${c}_"]`),
      '.MuiPaginationItem-root.Mui-selected',
      '[role=option][data-highlighted]',
    ].join();
    const backgroundOf = (element: Element): string => {
      const { backgroundColor } = getComputedStyle(element);
      const isTransparent =
        backgroundColor === 'rgba(0, 0, 0, 0)' && element.parentElement !== null;
      return isTransparent ? backgroundOf(element.parentElement ?? element) : backgroundColor;
    };
    return [...document.querySelectorAll(selector)].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return [];
      const isSeenItself = control.checkVisibility({ opacityProperty: true });
      const element = (isSeenItself ? null : control.closest('label')) ?? control;
      const style = getComputedStyle(element);
      const surrounding = backgroundOf(element.parentElement ?? element);
      const hasEdge = (kind: 'border' | 'outline') => {
        const name = kind === 'border' ? 'border-top' : 'outline';
        const get = (part: string) => style.getPropertyValue(`${name}-${part}`);
        return (
          get('style') !== 'none' && parseFloat(get('width')) >= 1 && get('color') !== surrounding
        );
      };
      const isSeen =
        hasEdge('border') || hasEdge('outline') || backgroundOf(element) !== surrounding;
      return isSeen ? [] : [`${element.tagName}.${element.className}`];
    });
  });
}

/** Returns the animations and smooth scrolling that run despite `prefers-reduced-motion`. */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const animated = document.getAnimations().flatMap((animation) => {
      const { duration = 0, iterations = 1 } = animation.effect?.getComputedTiming() ?? {};
      const isLong = Number(duration) > 1 || iterations === Infinity;
      return isLong ? [`an animation of ${String(duration)} ms`] : [];
    });
    const smooth = [...document.querySelectorAll('*')].filter(
      (element) => getComputedStyle(element).scrollBehavior === 'smooth',
    );
    return [...animated, ...smooth.map(({ tagName }) => `${tagName} scrolls smoothly`)];
  });
}

/**
 * Controls in the window whose centre an element covers.
 * @returns `blocked`: those that a click would not reach, also once they are scrolled to; `hidden`: those that the element is
 *   painted over
 */
export function findCoveredControls(element: Locator) {
  return element.evaluate((cover) => {
    const box = cover.getBoundingClientRect();
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea')];
    const blocked: string[] = [];
    const hidden: string[] = [];
    for (const control of controls) {
      const centre = () => {
        const { left, top, width, height } = control.getBoundingClientRect();
        return [left + width / 2, top + height / 2] as const;
      };
      const name = control.getAttribute('aria-label') ?? control.textContent ?? control.id;
      const isCovered = () => cover.contains(document.elementFromPoint(...centre()));
      // The page around an open dialog is hidden anyway.
      if (isCovered() && !control.closest('[aria-hidden=true]')) {
        control.scrollIntoView({ block: 'center', behavior: 'instant' });
        if (isCovered()) blocked.push(name);
      }
      const [x, y] = centre();
      const hit = document.elementFromPoint(x, y);
      const isInside = x > box.left && x < box.right && y > box.top && y < box.bottom;
      if (isInside && control.contains(hit)) hidden.push(name);
    }
    return { blocked, hidden };
  });
}
