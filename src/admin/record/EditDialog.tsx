import { useState } from 'react';
import { type RaRecord, useGetOne, useListContext, useResourceContext } from 'react-admin';
import type { Elements } from '../../app/elements';
import { ApiError } from '../../api/ApiError';
import { Loading } from '../../app/lazyComponent';
import { useStaffT } from '../../i18n/useStaffT';
import { CloseButton, Dialog } from '../dialog/Dialog';
import { LoadError } from '../list/ListPlaceholders';
import { useCloseRecord, useOpenedRecordId } from '../list/openRecord';
import type { RowDialogProps } from './RowDialogs';

interface Props<R extends RaRecord> {
  readonly render: (props: RowDialogProps<R>) => Elements;
}

/**
 * A dialog over its list for the record whose address is open, as react-admin's EditDialog: place it in a list. Back closes it,
 * and a link or a reload opens it. The record is that of the list, or else read by its id.
 *
 * @example
 * <List
 *   {...options}
 *   dialogs={<EditDialog<AccountRecord> render={(props) => <UpdateUserDialog {...props} />} />}
 * >
 *   <DataTable label="accounts.title">…</DataTable>
 * </List>
 */
export function EditDialog<R extends RaRecord>({ render }: Props<R>) {
  const id = useOpenedRecordId();
  // The key resets the state for another record.
  return id === undefined ? null : <RecordDialog<R> key={id} id={id} render={render} />;
}

function RecordDialog<R extends RaRecord>({ id, render }: Props<R> & { id: string }) {
  const t = useStaffT();
  const resource = useResourceContext() ?? '';
  const onClose = useCloseRecord();
  const { data, isPending } = useListContext<R>();
  const inList = data?.find((record) => String(record.id) === id);
  const [lastKnown, setLastKnown] = useState(inList);
  if (inList && inList !== lastKnown) setLastKnown(inList);
  const {
    data: found,
    error,
    refetch,
  } = useGetOne<R>(resource, { id }, { enabled: !isPending && !lastKnown });

  const record = lastKnown ?? found;
  if (record) return render({ record, onClose });
  // Still loading, not found or not visible to the person, or failed to load.
  const isMissing = error instanceof ApiError && error.status === 404;
  const title = isMissing ? 'record.notFoundTitle' : 'record.title';
  const onRetry = () => void refetch();
  return (
    <Dialog title={t(title)} width="sm" onClose={onClose} actions={<CloseButton />}>
      {!error && <Loading />}
      {isMissing && <p>{t('record.notFound')}</p>}
      {error && !isMissing && (
        <LoadError title={t('record.loadFailed')} error={error} onTryAgain={onRetry} />
      )}
    </Dialog>
  );
}
