/** What was entered into controls before hydration. */
export interface PreHydrationInput {
  /** The text of an input, or the values of the checked boxes. */
  readonly values: readonly string[];
  readonly hasFocus: boolean;
}

/**
 * Reads what was entered into the controls of a name before the app started, if React could not hydrate the page and renders it
 * anew, as after a translator or an extension has changed it. Call it in the first render, while the former page is still in
 * the document.
 * @returns null if there were none
 */
export function readPreHydrationInput(name: string): PreHydrationInput | null {
  const { documentElement, activeElement } = document;
  const isStarted = 'ready' in documentElement.dataset;
  const selector = `form[method="dialog"] input[name="${name}"]`;
  const controls = isStarted ? [] : [...document.querySelectorAll<HTMLInputElement>(selector)];
  if (controls.length === 0) return null;
  const values = controls
    .filter(({ type, checked }) => type !== 'checkbox' || checked)
    .map(({ value }) => value)
    .filter(Boolean);
  return { values, hasFocus: controls.some((control) => control === activeElement) };
}
