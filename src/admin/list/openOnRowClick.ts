import type { MouseEvent } from 'react';

/**
 * Presses the row's opener, a convenience for the mouse. The opener takes the focus, so that it returns to this row when a dialog
 * closes. Clicks on buttons and selections of text are left alone.
 */
export function openOnRowClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if ((target as Element).closest('a, button, label')) return;
  const hasSelectedText = getSelection()?.isCollapsed === false;
  if (hasSelectedText) return;
  const opener = currentTarget.querySelector<HTMLElement>('[data-row-opener]');
  opener?.focus();
  opener?.click();
}
