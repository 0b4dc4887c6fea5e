import type { KeyboardEvent } from 'react';

/** Makes Escape do one thing: the dialog around does not close by it as well. */
export function onEscape(action: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}
