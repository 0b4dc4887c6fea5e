/** The open record of a list, which has an address of its own. */
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type RaRecord, useCreatePath, useResourceContext } from 'react-admin';
import { useLocation, useMatch, useNavigate } from 'react-router';

/** Router state of a record that was opened from its list: closing it goes back. */
const OPENED_FROM_LIST = { isOpenedFromList: true } as const;

/**
 * Returns the id of the record of the current resource whose address is open, if any.
 *
 * @example
 * const id = useOpenedRecordId();
 * const site = sites.find((each) => each.id === id);
 */
export function useOpenedRecordId(): string | undefined {
  const resource = useResourceContext() ?? '';
  return useMatch(`/${resource}/:id`)?.params.id;
}

type OpenRecord = (id: RaRecord['id']) => void;

/**
 * Returns a function that opens a record of the current resource at its address, `/<resource>/<id>`. It replaces the address of
 * another record, so that closing leads to the list.
 *
 * @example
 * const openRecord = useOpenRecord();
 * return <RowButton aria-haspopup="dialog" onClick={() => openRecord(account.id)}>{t('accounts.update')}</RowButton>;
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

/**
 * Like `useOpenRecord`, for the rows of a list: the function never changes, so that no row renders again when a record opens.
 *
 * @example
 * const openRow = useOpenRow();
 * return <RowOpener aria-haspopup="dialog" onClick={() => openRow(referral.id)}>{referral.first_name}</RowOpener>;
 */
export const useOpenRow = () => useContext(OpenRowContext);

/**
 * Provides `useOpenRow`.
 *
 * @example
 * <ListContextProvider value={controller}>
 *   <OpenRowProvider>{children}</OpenRowProvider>
 * </ListContextProvider>
 */
export function OpenRowProvider({ children }: { children: ReactNode }) {
  const open = useOpenRecord();
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const [openRow] = useState(() => (id: RaRecord['id']) => latest.current(id));
  return <OpenRowContext value={openRow}>{children}</OpenRowContext>;
}

/**
 * Returns a function that leaves the address of the open record for that of its list.
 *
 * @example
 * const onClose = useCloseRecord();
 * return <Dialog title={t('record.title')} onClose={onClose} actions={<CloseButton />}>…</Dialog>;
 */
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
