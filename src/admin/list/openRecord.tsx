/** The open record of a list, which has an address of its own. */
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react';
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

interface Rows {
  readonly open: OpenRecord;
  /** The address of a record, which has its id only. */
  readonly addressOf: (id: RaRecord['id']) => string;
}

const RowsContext = createContext<Rows | null>(null);

function useRows(): Rows {
  const rows = useContext(RowsContext);
  if (!rows) throw new Error('A row needs a list around it');
  return rows;
}

/**
 * Like `useOpenRecord`, for the rows of a list: the function never changes, so that no row renders again when a record opens.
 *
 * @example
 * const openRow = useOpenRow();
 * return <RowButton aria-haspopup="dialog" onClick={() => openRow(referral.id)}>{t('referrals.update')}</RowButton>;
 */
export const useOpenRow = () => useRows().open;

/**
 * The props of a link to the record of a row: a plain click opens it over the list, any other click is the browser's, which may
 * open the address in a new tab or window.
 *
 * @example
 * return <a {...useRowLink(account.id)}>{account.fullname}</a>;
 */
export function useRowLink(id: RaRecord['id']) {
  const { open, addressOf } = useRows();
  return {
    href: addressOf(id),
    onClick: (event: MouseEvent) => {
      const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
      event.preventDefault();
      open(id);
    },
  };
}

/**
 * Provides `useOpenRow` and `useRowLink`.
 *
 * @example
 * <ListContextProvider value={controller}>
 *   <OpenRowProvider>{children}</OpenRowProvider>
 * </ListContextProvider>
 */
export function OpenRowProvider({ children }: { children: ReactNode }) {
  const open = useOpenRecord();
  const createPath = useCreatePath();
  const resource = useResourceContext();
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const rows = useMemo<Rows>(
    () => ({
      open: (id) => latest.current(id),
      addressOf: (id) => createPath({ resource, type: 'edit', id }),
    }),
    [createPath, resource],
  );
  return <RowsContext value={rows}>{children}</RowsContext>;
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
