import type { KeyboardEvent } from 'react';

/**
 * Handles keys in a form, or in one of its controls: submits the form by Enter in a select, and by Ctrl+Enter in a text area, where
 * Enter alone starts a line. Enter in a line of text submits without this.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, ctrlKey, metaKey, defaultPrevented, nativeEvent } = event;
  if (key !== 'Enter' || defaultPrevented || nativeEvent.isComposing) return;
  const isText = target instanceof HTMLTextAreaElement && (ctrlKey || metaKey);
  const isChoice = target instanceof HTMLSelectElement && !isListOpen(target);
  if (!isText && !isChoice) return;
  event.preventDefault();
  target.form?.requestSubmit();
}

/** Whether Enter would choose an option. A browser that cannot tell handles Enter itself. */
function isListOpen(select: HTMLSelectElement): boolean {
  return !CSS.supports('selector(:open)') || select.matches(':open');
}
