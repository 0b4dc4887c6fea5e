/** What was entered into controls that React replaces. */
export interface ReplacedInput {
  /** The text of an input, or the values of the checked boxes. */
  readonly values: readonly string[];
  readonly hasFocus: boolean;
}

/**
 * Reads what was entered into the controls of a name before the app started, if React renders the server's page anew instead of
 * taking it over: it does so if a translator or an extension has changed the page. Call it in the first render, while the former
 * page is still there.
 * @returns null if there were none
 */
export function readReplaced(name: string): ReplacedInput | null {
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
