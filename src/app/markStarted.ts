/** Says that the app has started, to the page's inline script and style (public/preHydration.js, theme/base.css). */
export function markStarted(): void {
  const { dataset } = document.documentElement;
  dataset.ready = '';
  delete dataset.failed;
}
