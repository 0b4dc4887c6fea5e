// Inlined into each page and run at once: handles input until the app has started, and shows when it fails
// (frame/FallbackContact).
{
  const page = document.documentElement;
  const isReady = () => 'ready' in page.dataset;
  let escapes = [];
  const leave = () => {
    const exit = document.querySelector('[data-exit] a');
    if (!exit) return;
    const replace = () => location.replace(exit.href);
    // After a reload in step 2, step 1 has the entry below: it is the one to replace (replacePage.ts).
    if (history.state?.usr?.formStep !== 2) return replace();
    addEventListener('popstate', replace, { once: true });
    setTimeout(replace, 300);
    history.back();
  };
  // Records 'Next' for the app, and shows that it is pending.
  addEventListener('submit', (event) => {
    if (isReady() || event.target.method !== 'dialog') return;
    event.preventDefault();
    page.dataset.next = '';
  });
  // 'Get started' scrolls to the form; the quick exit replaces this page in the history.
  addEventListener('click', (event) => {
    if (isReady()) return;
    if (event.target.closest('[data-start]')) {
      document.querySelector('form[method=dialog]').scrollIntoView();
    }
    if (!event.target.closest('[data-exit] a')) return;
    event.preventDefault();
    leave();
  });
  // Before the start, any error of the app, such as a missing browser API; on a visitor's page, also later.
  const showFailure = (isOurs) => {
    if (isOurs && (!isReady() || document.querySelector('[data-exit]'))) page.dataset.failed = '';
  };
  const isFault = (error) =>
    error instanceof TypeError || error instanceof ReferenceError || error instanceof SyntaxError;
  // Extensions run in the page, too.
  const isOurFile = (text) => String(text).includes(`${location.origin}/assets/`);
  // A script that failed to load, too: only capturing listeners receive that event.
  const onError = ({ target, error, filename }) => {
    showFailure(target.localName === 'script' || (isFault(error) && isOurFile(filename)));
  };
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', ({ reason }) => {
    showFailure(isFault(reason) && isOurFile(reason.stack));
  });
  // Three presses of Escape leave, as in the app.
  addEventListener('keydown', (event) => {
    if (isReady() || event.key !== 'Escape' || event.repeat) return;
    escapes = [...escapes.filter((at) => event.timeStamp - at < 2000), event.timeStamp];
    if (escapes.length >= 3) leave();
  });
}
