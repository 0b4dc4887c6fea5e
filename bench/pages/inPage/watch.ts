/**
 * Runs in a page before its own scripts: measures by the page's clock what lies between a click, the answer to it and the
 * frame that shows what came of it.
 */

/** What the elements say; empty while there are none. */
const shownBy = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join('\n');

/**
 * Waits until other rows are painted.
 * @param rows the selector of the elements that will be others
 * @param calls the paths that are asked for them; none where they are not asked for
 * @param isOpening from the beginning of the page rather than from the next click
 * @returns milliseconds from there, and from the end of the last answer; null where none was awaited
 */
async function watchRows(rows: string, calls: readonly string[], isOpening: boolean) {
  const before = shownBy(rows);
  performance.clearResourceTimings();
  let since = isOpening ? 0 : NaN;
  const onClick = ({ timeStamp }: Event) => (since = timeStamp);
  if (!isOpening) window.addEventListener('click', onClick, { capture: true, once: true });
  await new Promise<void>((done) => {
    const observer = new MutationObserver(() => {
      if (['', before].includes(shownBy(rows))) return;
      observer.disconnect();
      // A frame's callback comes before it is painted, and a message sent from there after it, without another frame.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => done());
        port1.start();
        port2.postMessage(null);
      });
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
  const end = performance.now();
  const answers = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name, startTime }) => calls.includes(new URL(name).pathname) && startTime >= since)
    .map(({ responseEnd }) => responseEnd);
  const fromAnswer = answers.length > 0 ? end - Math.max(...answers) : null;
  return { fromClick: end - since, fromAnswer };
}

Object.assign(globalThis, { watchRows });
