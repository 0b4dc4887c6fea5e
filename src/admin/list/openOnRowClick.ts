import type { MouseEvent } from 'react';

/**
 * Opens the record of a clicked row by its opener, which takes the focus, so that the focus returns to this row when the dialog
 * closes. Ignores clicks on buttons, and clicks that select text.
 */
export function openOnRowClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if ((target as Element).closest('a, button, label')) return;
  const hasSelectedText = getSelection()?.isCollapsed === false;
  if (hasSelectedText) return;
  const opener = currentTarget.querySelector<HTMLElement>('[data-row-opener]');
  opener?.focus();
  opener?.click();
}
