/**
 * Runs in a page before its own scripts. Measures with the page's clock the time from a click, and from its response, to the
 * frame that shows the result.
 */

/** The text of the elements; empty while there are none. */
const shownBy = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join('\n');

/**
 * Waits until different rows are painted.
 * @param rows the selector of the elements that will change
 * @param calls the paths of the requests for them; empty if there are none
 * @param isOpening measures from the start of the page instead of the next click
 * @returns milliseconds from there, and from the end of the last response; null without one
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
      // A frame's callback runs before its paint; a message sent from the callback arrives after the paint, without another
      // frame.
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
