/**
 * Runs in a page before its own scripts: measures by the page's clock what lies between a click, the answer to it and the
 * frame that shows what came of it.
 */

/** Milliseconds. */
interface Painted {
  readonly fromClick: number;
  /** From the end of the last answer; null where none was awaited. */
  readonly fromAnswer: number | null;
}

/** What the elements say; empty while there are none. */
const shownBy = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join('\n');

/** Milliseconds after which nothing more is waited for. */
const LIMIT = 120_000;

let painted: Promise<Painted> | undefined;

/**
 * Waits for other rows.
 * @param selector of the elements that will be others
 * @param calls the paths that are asked for them; none where they are not asked for
 * @param isOpening from the beginning of the page rather than from the next click
 */
function arm(selector: string, calls: readonly string[], isOpening: boolean): void {
  const before = shownBy(selector);
  performance.clearResourceTimings();
  let since = isOpening ? 0 : NaN;
  const onClick = ({ timeStamp }: Event) => {
    since = timeStamp;
  };
  if (!isOpening) window.addEventListener('click', onClick, { capture: true, once: true });
  painted = new Promise((done, fail) => {
    setTimeout(() => fail(new Error(`Nothing else was shown by ${selector}`)), LIMIT);
    const observer = new MutationObserver(() => {
      const now = shownBy(selector);
      if (now === '' || now === before) return;
      observer.disconnect();
      afterPaint(() => {
        const end = performance.now();
        const answer = lastAnswer(calls, since);
        done({ fromClick: end - since, fromAnswer: answer === null ? null : end - answer });
      });
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** A frame's callback comes before it is painted, and a message sent from there after it, without waiting for another frame. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', run);
    port1.start();
    port2.postMessage(null);
  });
}

function lastAnswer(calls: readonly string[], since: number): number | null {
  const ends = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => 'responseEnd' in entry)
    .filter(({ name, startTime }) => calls.includes(new URL(name).pathname) && startTime >= since)
    .map(({ responseEnd }) => responseEnd);
  return ends.length > 0 ? Math.max(...ends) : null;
}

Object.assign(globalThis, { benchWatch: { arm, painted: () => painted } });
