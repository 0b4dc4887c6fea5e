import { useCallback, useState } from 'react';

/**
 * Which dialog is open, and on which row of a list: at most one. It follows the row as the list is fetched afresh, and keeps
 * what it was when it is no longer in the list.
 */
export function useRowDialog<Name extends string, Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
) {
  const [opened, setOpened] = useState<{ name: Name; row: Row } | null>(null);
  const open = useCallback((name: Name, row: Row) => setOpened({ name, row }), []);
  const close = useCallback(() => setOpened(null), []);

  const inList = rows?.find((row) => row.id === opened?.row.id);
  const dialog = opened && { ...opened, row: inList ?? opened.row };
  return { dialog, open, close };
}
