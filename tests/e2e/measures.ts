/** What axe does not measure: sizes of targets, text that is cut off, and whether the focus can be seen. */
import type { Page } from '@playwright/test';

/**
 * Whatever can be pressed and is smaller than 24 by 24 pixels (WCAG 2.5.8). A control in its label is as large as the label;
 * links in a line of text are excepted.
 */
export function smallTargets(page: Page): Promise<string[]> {
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

/** Text that does not fit where it stands and cannot be scrolled to, and how far the page itself overhangs. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const found = [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const style = getComputedStyle(element);
      const isSeen = element.checkVisibility({ visibilityProperty: true });
      // Said by screen readers only, or a field, in which one moves by keys.
      const isMeant = style.clipPath !== 'none' || element.matches('input, select, svg, svg *');
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (!isSeen || isMeant || !element.innerText?.trim()) return [];
      const isWide = hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isHigh = hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
      return isWide || isHigh ? [`${element.tagName}.${element.className}`] : [];
    });
    const overhang = root.scrollWidth - root.clientWidth;
    // One is the rounding of halves.
    if (overhang > 1) {
      const wide = [...document.querySelectorAll('body *')].filter((element) => {
        const { right, width } = element.getBoundingClientRect();
        const scroller = element.closest('[class*=scroller]');
        return width > 0 && right > root.clientWidth + 1 && (!scroller || scroller === element);
      });
      found.push(
        `the page, by ${overhang} pixels: ${wide
          .slice(-3)
          .map((e) => e.outerHTML.slice(0, 90))
          .join(' | ')}`,
      );
    }
    return found;
  });
}

export const NOTHING_FOCUSED = 'nothing has the focus';

/** What is wrong with how the focus is seen where it is now; null when all is well. */
export async function focusTrouble(page: Page): Promise<string | null> {
  const found = await troubleNow(page);
  if (found === null || found === NOTHING_FOCUSED) return found;
  // Between two frames things may stand where nobody sees them: what is painted next counts.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  return troubleNow(page);
}

function troubleNow(page: Page): Promise<string | null> {
  return page.evaluate((nothing) => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return nothing;
    const name = `${element.tagName} ${(element.textContent || element.getAttribute('name') || element.id).slice(0, 40)}`;
    // A box around a field may show it instead.
    const isShown = [element, element.parentElement, element.closest('[class*=box]')].some(
      (each) => {
        if (!each) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(each);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      },
    );
    if (!isShown) return `${name}: no outline`;
    const box = element.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.2, 0.5, 0.8].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
    );
    const label = element.closest('label');
    const isHit = points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return (
        top !== null && (element.contains(top) || top.contains(element) || label?.contains(top))
      );
    });
    return isHit ? null : `${name}: hidden at ${box.left}, ${box.top}`;
  }, NOTHING_FOCUSED);
}

/** What is told from its surroundings by its ground alone, which chosen colours take away. */
export function withoutEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const selector = [
      'input:not([type=checkbox], [role=combobox])',
      'select',
      'textarea',
      ...['primary', 'secondary', 'danger', 'chip', 'tag', 'badge'].map((c) => `[class*="_${c}_"]`),
      '.MuiPaginationItem-root.Mui-selected',
      '[role=option][data-highlighted]',
    ].join();
    const ground = (element: Element): string => {
      const { backgroundColor } = getComputedStyle(element);
      const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && element.parentElement !== null;
      return isClear ? ground(element.parentElement ?? element) : backgroundColor;
    };
    return [...document.querySelectorAll(selector)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      const style = getComputedStyle(element);
      const around = ground(element.parentElement ?? element);
      const hasEdge = (kind: 'border' | 'outline') => {
        const name = kind === 'border' ? 'border-top' : 'outline';
        const get = (part: string) => style.getPropertyValue(`${name}-${part}`);
        return get('style') !== 'none' && parseFloat(get('width')) >= 1 && get('color') !== around;
      };
      const isSeen = hasEdge('border') || hasEdge('outline') || ground(element) !== around;
      return isSeen ? [] : [`${element.tagName}.${element.className}`];
    });
  });
}

/** What moves although the person wants no motion. */
export function moving(page: Page): Promise<string[]> {
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
