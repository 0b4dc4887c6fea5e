import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type RaRecord, useListContext, useResourceContext, useStoreContext } from 'react-admin';
import { useOpenRecord } from '../list/openRecord';
import type { PageMeta } from '../list/usePagedListController';

/** The page that was asked for, and the record of it that is to be opened. */
interface AwaitedPage {
  readonly page: number;
  readonly end: 'first' | 'last';
}

/**
 * The neighbours of an open record in the order of its list. After the last record of a page comes the first of the next one.
 * @returns `previous` and `next` open a neighbour, and are undefined without one; `position` counts from 1 over all pages, and
 *   is undefined if the list does not have the record; `total` is undefined if it is not known
 *
 * @example
 * const steps = useRecordSteps(referral);
 * return <Button aria-disabled={!steps.next} onClick={steps.next}>{t('record.next')}</Button>;
 */
export function useRecordSteps(record: RaRecord) {
  const resource = useResourceContext() ?? '';
  const store = useStoreContext();
  const open = useOpenRecord();
  const list = useListContext();
  const { data = [], page, perPage, setPage, isFetching, isPlaceholderData, error } = list;
  const [awaited, setAwaited] = useState<AwaitedPage | null>(null);
  const arrived = useRef<AwaitedPage>(null);
  const key = `${resource}.steppedTo`;
  const index = data.findIndex(({ id }) => id === record.id);
  const isInList = index !== -1;

  const openRecord = (neighbour: RaRecord | undefined) => {
    if (!neighbour) return;
    store.setItem(key, neighbour.id);
    open(neighbour.id);
  };

  const openAwaited = useEffectEvent((wanted: AwaitedPage) => {
    if (error || page !== wanted.page) return;
    openRecord(wanted.end === 'first' ? data[0] : data.at(-1));
  });
  useEffect(() => {
    if (!awaited || awaited === arrived.current || isFetching || isPlaceholderData) return;
    arrived.current = awaited;
    openAwaited(awaited);
  }, [awaited, isFetching, isPlaceholderData]);

  // Closing the dialog returns the focus to where it was before it opened: to the row of this record, not of the first one opened.
  useEffect(() => {
    if (store.getItem(key) !== record.id) return;
    store.removeItem(key);
    const row = [...document.querySelectorAll<HTMLElement>('[data-row]')].find(
      ({ dataset }) => dataset.row === String(record.id),
    );
    row?.querySelector<HTMLElement>('[data-row-opener]')?.focus({ preventScroll: true });
  }, [store, key, record.id]);

  const turnTo = (next: number, end: AwaitedPage['end']) => () => {
    setAwaited({ page: next, end });
    setPage(next);
  };
  const { isEstimate, more } = (list.meta ?? {}) as Partial<PageMeta>;
  const offset = (page - 1) * perPage;
  // A total below the position does not count the records that have left the list before it.
  const isCounted =
    !isEstimate && !more && list.total !== undefined && offset + data.length <= list.total;
  const step = (to: number, canTurn: boolean | undefined, turn: () => void) => {
    if (!isInList) return undefined;
    if (data[to]) return () => openRecord(data[to]);
    return canTurn ? turn : undefined;
  };
  return {
    position: isInList ? offset + index + 1 : undefined,
    total: isCounted ? list.total : undefined,
    /** The next page is being loaded. */
    isTurning: awaited !== null && isPlaceholderData,
    previous: step(index - 1, list.hasPreviousPage, turnTo(page - 1, 'last')),
    next: step(index + 1, list.hasNextPage, turnTo(page + 1, 'first')),
  };
}
