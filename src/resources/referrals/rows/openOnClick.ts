import type { MouseEvent } from 'react';
import type { CellProps } from './cellProps';

/**
 * Makes a click anywhere on a row do what its name does, a convenience for the mouse only. That button takes the
 * focus, so that it comes back to this row when the dialog closes.
 */
export function openOnClick({ referral, onOpen }: CellProps) {
  return (event: MouseEvent<HTMLElement>) => {
    const wasOnControl = (event.target as Element).closest('button');
    const hasSelectedText = getSelection()?.isCollapsed === false;
    if (wasOnControl || hasSelectedText) return;
    event.currentTarget.querySelector<HTMLElement>('[data-row-opener]')?.focus();
    onOpen('status', referral);
  };
}
