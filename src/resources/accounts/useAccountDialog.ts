import { useCallback, useState } from 'react';
import type { AccountRecord } from '../../dataProvider/accounts';

/** The dialogs a row can open. */
export type DialogName = 'update' | 'deactivate' | 'reactivate';
export type OpenDialog = (name: DialogName, account: AccountRecord) => void;

/**
 * Which dialog is open, and on which account: at most one. It follows the account as the list is fetched afresh, and keeps
 * what it was when it is no longer in the list.
 */
export function useAccountDialog(rows: readonly AccountRecord[] | undefined) {
  const [opened, setOpened] = useState<{ name: DialogName; account: AccountRecord } | null>(null);
  const open = useCallback<OpenDialog>((name, account) => setOpened({ name, account }), []);
  const close = useCallback(() => setOpened(null), []);

  const inList = rows?.find((row) => row.id === opened?.account.id);
  const dialog = opened && { ...opened, account: inList ?? opened.account };
  return { dialog, open, close };
}
