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

/** Router state of an open record, without personal data, as browsers may store it. */
interface OpenedState {
  /** Whether it was opened from its list: closing it goes back there. */
  readonly isOpenedFromList?: true;
  /** The id of the record from which a related one was opened: the entry before this one in the browser's history. */
  readonly relatedTo?: string;
  /** How many records the browser's history has before it, since the list. */
  readonly depth?: number;
}

const OPENED_FROM_LIST: OpenedState = { isOpenedFromList: true };

const useOpenedState = () => (useLocation().state ?? {}) as OpenedState;

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

/**
 * Returns a function that opens a record related to the open one, which stays one step back in the browser's history. Without an
 * open record, it opens it like `useOpenRecord`.
 *
 * @example
 * const openRelated = useOpenRelatedRecord();
 * return <Button aria-haspopup="dialog" onClick={() => openRelated(other.id)}>{t('duplicates.open')}</Button>;
 */
export function useOpenRelatedRecord(): OpenRecord {
  const navigate = useNavigate();
  const createPath = useCreatePath();
  const resource = useResourceContext();
  const open = useOpenRecord();
  const openedId = useOpenedRecordId();
  const state = useOpenedState();
  return (id) => {
    if (openedId === undefined) return open(id);
    if (openedId === String(id)) return;
    const { depth = 0 } = state;
    const related: OpenedState = { ...state, relatedTo: openedId, depth: depth + 1 };
    void navigate(createPath({ resource, type: 'edit', id }), { state: related });
  };
}

/**
 * Returns the id of the record from which the open one was opened as a related one, and a function that goes back to it; undefined
 * if there is none.
 *
 * @example
 * const origin = useRelatedOrigin();
 * return origin && <Button variant="quiet" onClick={origin.goBack}>{t('samePerson.backUnnamed')}</Button>;
 */
export function useRelatedOrigin(): { id: string; goBack: () => void } | undefined {
  const navigate = useNavigate();
  const { relatedTo } = useOpenedState();
  return relatedTo === undefined ? undefined : { id: relatedTo, goBack: () => void navigate(-1) };
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

/** Whether a click on a link is a plain one; any other is the browser's, which may open a new tab or window. */
export const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;

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
      if (!isPlainClick(event)) return;
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
  const { isOpenedFromList, depth = 0 } = useOpenedState();
  return () => {
    if (isOpenedFromList) void navigate(-1 - depth);
    else void navigate(createPath({ resource, type: 'list' }), { replace: true });
  };
}
