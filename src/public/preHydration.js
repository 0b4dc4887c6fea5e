// Inlined into the page and run at once: handles input until the app is hydrated (referralForm/PreHydrationStatus).
{
  const page = document.documentElement;
  const isReady = () => 'ready' in page.dataset;
  let escapes = [];
  const leave = () => {
    const exit = document.querySelector('[data-exit] a');
    if (exit) location.replace(exit.href);
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
  // Shows a message when a script failed to load. Only capturing listeners receive that event.
  const showFailure = (event) => {
    if (event.target.localName === 'script') page.dataset.failed = '';
  };
  addEventListener('error', showFailure, true);
  // Three presses of Escape leave, as in the app.
  addEventListener('keydown', (event) => {
    if (isReady() || event.key !== 'Escape' || event.repeat) return;
    escapes = [...escapes.filter((at) => event.timeStamp - at < 2000), event.timeStamp];
    if (escapes.length >= 3) leave();
  });
}
