import styles from './hidePage.module.css';

/** How many want it hidden. */
let wishes = 0;
/** What had the focus before. */
let had: Element | null = null;

/**
 * Makes everything on the page invisible, and with that unreachable for keyboard and screen reader, whichever dialogs are
 * open; only what has the attribute `data-over-hidden` is seen. What is there keeps its place. Answers how to show it again:
 * it is shown once nobody wants it hidden.
 */
export function hidePage(): () => void {
  let isWished = true;
  // What is hidden loses the focus; whoever comes back finds it where it was.
  if (wishes === 0) had = document.activeElement;
  change(1);
  return () => {
    if (isWished) change(-1);
    isWished = false;
    // After what stood over it has gone, which would take the focus along.
    if (wishes === 0) queueMicrotask(giveFocusBack);
  };
}

function giveFocusBack(): void {
  const isNowhere = !document.activeElement || document.activeElement === document.body;
  if (isNowhere && had instanceof HTMLElement) had.focus();
  had = null;
}

function change(by: number): void {
  wishes += by;
  if (styles.page) document.documentElement.classList.toggle(styles.page, wishes > 0);
}
