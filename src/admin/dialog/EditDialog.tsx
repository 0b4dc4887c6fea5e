import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import {
  type RaRecord,
  useCreatePath,
  useGetOne,
  useListContext,
  useResourceContext,
} from 'react-admin';
import { useLocation, useMatch, useNavigate } from 'react-router';
import { ApiError } from '../../api/ApiError';
import { useStaffT } from '../../i18n/useStaffT';
import { Loading } from '../../app/lazyComponent';
import { LoadError } from '../list/ListPlaceholders';
import type { RowDialogProps } from './RowDialogs';
import { CloseButton, Dialog } from './Dialog';

/** Router state of a record that was opened from its list: closing it goes back. */
const OPENED_FROM_LIST = { isOpenedFromList: true } as const;

/** Returns the id of the record of the current resource whose address is open, if any. */
export function useOpenedRecordId(): string | undefined {
  const resource = useResourceContext() ?? '';
  return useMatch(`/${resource}/:id`)?.params.id;
}

type OpenRecord = (id: RaRecord['id']) => void;

/**
 * Returns a function that opens a record of the current resource at its address, `/<resource>/<id>`. It replaces the address of
 * another record, so that closing leads to the list.
 */
export function useOpenRecord(): OpenRecord {
  const navigate = useNavigate();
  const createPath = useCreatePath();
  const resource = useResourceContext();
  const { state } = useLocation();
  const isRecordOpen = useOpenedRecordId() !== undefined;
  return (id) =>
    void navigate(
      createPath({ resource, type: 'edit', id }),
      isRecordOpen ? { replace: true, state } : { state: OPENED_FROM_LIST },
    );
}

const OpenRowContext = createContext<OpenRecord>(() => {
  throw new Error('useOpenRow needs a list around it');
});

/** The same for the rows of a list: the function stays, so that no row renders because a record opens or closes. */
export const useOpenRow = () => useContext(OpenRowContext);

/** Provides `useOpenRow`. */
export function OpenRowProvider({ children }: { children: ReactNode }) {
  const open = useOpenRecord();
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const [openRow] = useState(() => (id: RaRecord['id']) => latest.current(id));
  return <OpenRowContext value={openRow}>{children}</OpenRowContext>;
}

/** Returns a function that leaves the address of the open record for that of its list. */
export function useCloseRecord(): () => void {
  const navigate = useNavigate();
  const createPath = useCreatePath();
  const resource = useResourceContext();
  const { state } = useLocation();
  return () => {
    const isOpenedFromList = (state as typeof OPENED_FROM_LIST | null)?.isOpenedFromList;
    if (isOpenedFromList) void navigate(-1);
    else void navigate(createPath({ resource, type: 'list' }), { replace: true });
  };
}

interface Props<R extends RaRecord> {
  readonly render: (props: RowDialogProps<R>) => ReactNode;
}

/**
 * A dialog over its list for the record whose address is open, as react-admin's EditDialog: place it in a list. Back closes it,
 * and a link or a reload opens it. The record is that of the list, or else read by its id.
 */
export function EditDialog<R extends RaRecord>({ render }: Props<R>) {
  const id = useOpenedRecordId();
  // With a key, no state of one record is shown for the next.
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
  // Loading, or it does not exist, may not be seen, or could not be loaded.
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
