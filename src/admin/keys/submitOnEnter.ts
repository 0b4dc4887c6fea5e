import type { KeyboardEvent } from 'react';

/**
 * Submits a form by Enter in its selects, and by Ctrl+Enter in its text areas, where Enter alone starts a line. The browser does the
 * rest: Enter in a line of text submits by itself.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, nativeEvent } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || nativeEvent.isComposing) return;
  const isWithControl = ctrlKey || metaKey;
  const submits =
    (target instanceof HTMLTextAreaElement && isWithControl) ||
    (target instanceof HTMLSelectElement && !isListOpen(target));
  if (!submits) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}

/** Whether Enter would choose an option. A browser that cannot tell handles Enter itself. */
function isListOpen(select: HTMLSelectElement): boolean {
  return !CSS.supports('selector(:open)') || select.matches(':open');
}
