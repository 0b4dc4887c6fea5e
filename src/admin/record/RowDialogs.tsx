import { type ComponentType, useEffect, useState } from 'react';
import {
  type RaRecord,
  useListContext,
  useResourceContext,
  useStore,
  useStoreContext,
} from 'react-admin';

interface OpenedDialog {
  readonly name: string;
  readonly record: RaRecord;
}

const keyOf = ({ name, record }: OpenedDialog) => `${name} ${record.id}`;
const useStoreKey = () => `${useResourceContext() ?? ''}.dialog`;

/**
 * Returns a function that opens a dialog of the list's RowDialogs on a record, without rendering its caller again.
 *
 * @example
 * const openDialog = useOpenDialog();
 * return <RowButton onClick={() => openDialog('deactivate', account)}>{t('accounts.deactivate')}</RowButton>;
 */
export function useOpenDialog(): (name: string, record: RaRecord) => void {
  const store = useStoreContext();
  const key = useStoreKey();
  return (name, record) => store.setItem<OpenedDialog>(key, { name, record });
}

export interface RowDialogProps<R extends RaRecord> {
  readonly record: R;
  readonly onClose: () => void;
}

/**
 * The dialogs on records of the list in context, by name; at most one is open. Its record is updated with the list, and stays
 * as it was once it has left the list.
 *
 * @example
 * <List
 *   {...options}
 *   dialogs={<RowDialogs<AccountRecord> dialogs={{ deactivate: DeactivateDialog, reactivate: ReactivateDialog }} />}
 * >
 *   <DataTable label="accounts.title">…</DataTable>
 * </List>
 */
export function RowDialogs<R extends RaRecord>({
  dialogs,
}: {
  dialogs: Readonly<Record<string, ComponentType<RowDialogProps<R>>>>;
}) {
  const key = useStoreKey();
  const store = useStoreContext();
  const [opened, setOpened] = useStore<OpenedDialog | null>(key, null);
  const { data } = useListContext<R>();
  const inList = data?.find(({ id }) => id === opened?.record.id);
  const [lastInList, setLastInList] = useState(inList);
  if (inList && inList !== lastInList) setLastInList(inList);

  // Closed together with its list.
  useEffect(() => () => store.removeItem(key), [store, key]);

  const close = () => {
    // An action that ends late must not close the dialog that was opened since.
    const current = store.getItem<OpenedDialog | null>(key);
    if (opened && current && keyOf(current) === keyOf(opened)) setOpened(null);
  };

  const Dialog = opened && dialogs[opened.name];
  if (!Dialog) return null;
  const lastKnown = lastInList?.id === opened.record.id ? lastInList : (opened.record as R);
  return <Dialog key={keyOf(opened)} record={inList ?? lastKnown} onClose={close} />;
}
