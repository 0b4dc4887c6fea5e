import styles from './hidePage.module.css';

/** How many callers want the page hidden. */
let hideCount = 0;
/** The element that had the focus before. */
let focusedBefore: Element | null = null;

/**
 * Makes everything on the page invisible, and so unreachable for keyboard and screen reader, open dialogs included. Only
 * elements with the attribute `data-over-hidden` stay visible. The layout does not change.
 * @returns a function that shows the page again, once every caller has called theirs
 */
export function hidePage(): () => void {
  let isHiding = true;
  // Hiding removes the focus; it is restored afterwards.
  if (hideCount === 0) focusedBefore = document.activeElement;
  changeHideCount(1);
  return () => {
    if (isHiding) changeHideCount(-1);
    isHiding = false;
    // After the element on top has been removed, which would take the focus along.
    if (hideCount === 0) queueMicrotask(giveFocusBack);
  };
}

function giveFocusBack(): void {
  const isNowhere = !document.activeElement || document.activeElement === document.body;
  if (isNowhere && focusedBefore instanceof HTMLElement) focusedBefore.focus();
  focusedBefore = null;
}

function changeHideCount(by: number): void {
  hideCount += by;
  if (styles.page) document.documentElement.classList.toggle(styles.page, hideCount > 0);
}
