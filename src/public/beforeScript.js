// Stands in the page itself and runs at once: minds it until the app has taken over (referralForm/BeforeScript).
{
  const page = document.documentElement;
  const isReady = () => 'ready' in page.dataset;
  let escapes = [];
  const leave = () => {
    const exit = document.querySelector('[data-exit] a');
    if (exit) location.replace(exit.href);
  };
  // 'Next' is remembered, and said to be under way.
  addEventListener('submit', (event) => {
    if (isReady() || event.target.method !== 'dialog') return;
    event.preventDefault();
    page.dataset.next = '';
  });
  // 'Get started' leads to the form; who leaves in a hurry leaves no entry of this page.
  addEventListener('click', (event) => {
    if (isReady()) return;
    if (event.target.closest('[data-start]')) {
      document.querySelector('form[method=dialog]').scrollIntoView();
    }
    if (!event.target.closest('[data-exit] a')) return;
    event.preventDefault();
    leave();
  });
  // A script that did not arrive is told of.
  const tellOfFailure = (event) => {
    if (event.target.localName === 'script') page.dataset.failed = '';
  };
  addEventListener('error', tellOfFailure, true);
  // Escape three times leaves, as it will with the app.
  addEventListener('keydown', (event) => {
    if (isReady() || event.key !== 'Escape' || event.repeat) return;
    escapes = [...escapes.filter((at) => event.timeStamp - at < 2000), event.timeStamp];
    if (escapes.length >= 3) leave();
  });
}
