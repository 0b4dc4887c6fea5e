/** Marks the toolbar of the actions on selected rows. */
export const BULK_ACTIONS_MARK = 'data-bulk-actions';

/** Moves the focus to the first action on the selected rows. Returns whether there is one. */
export function focusBulkActions(): boolean {
  const first = document.querySelector<HTMLElement>(`[${BULK_ACTIONS_MARK}] button`);
  first?.focus();
  return first !== null;
}
