import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';
import { useHotkey } from '../keys/useHotkey';
import type { PageMeta } from './usePagedListController';

const OPENER = '[data-row-opener]';
const CHECKBOX = 'input[type=checkbox]';

/**
 * Keys that move the focus between the rows of a list: the arrows, from a row's opener or checkbox to that of the row above or below,
 * and from the first row back to the search box that led there; in the list of a page also `j` and `k`, from anywhere on it.
 * @param rows the element around the rows, which have `data-row`
 *
 * @example
 * const rows = useRef<HTMLDivElement>(null);
 * useRowKeys(rows, { isWholePage: true });
 * return <div ref={rows} data-page-rows="">…</div>;
 */
export function useRowKeys(
  rows: RefObject<HTMLElement | null>,
  { isWholePage }: { isWholePage: boolean },
): void {
  const move = (by: 1 | -1) => {
    if (isWholePage && rows.current) moveFocus(rows.current, by);
  };
  useHotkey('j', () => move(1), rows);
  useHotkey('k', () => move(-1), rows);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
      if (!by || !isPlain(event) || !rows.current?.contains(event.target as Node)) return;
      if (!(event.target as Element).matches(`${OPENER}, ${CHECKBOX}`)) return;
      const isMoved = moveFocus(rows.current, by) || (by < 0 && isWholePage && focusSearch());
      if (isMoved) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [rows, isWholePage]);
}

/**
 * Lets Arrow down in a search box go to the first row of the page's list: at once, or as soon as the rows in sight are those of the
 * box's text, which is searched first. Typing on, or leaving the box, calls it off.
 * @param text what is in the box, and the rows should be filtered by
 * @param filterKey the filter that the box sets
 * @returns a handler of the box's keydown
 *
 * @example
 * const onArrowDown = useSearchToRows({ text, filterKey: 'query', submit });
 * return <input type="search" value={text} onKeyDown={onArrowDown} />;
 */
export function useSearchToRows({
  text,
  filterKey,
  submit,
}: {
  text: string;
  filterKey: string;
  submit: () => void;
}) {
  const { data, meta, isPlaceholderData, filterValues } = useListContext();
  const wanted = text.trim();
  const isAsked = wanted === textIn(filterValues, filterKey);
  const areShown =
    isAsked &&
    !isPlaceholderData &&
    wanted === textIn((meta as PageMeta | undefined)?.filter, filterKey);
  const awaited = useRef<{ readonly text: string; readonly box: Element }>(null);

  // After each render: the rows of a later one are those that were asked for.
  useEffect(() => {
    if (!awaited.current) return;
    const { text: expected, box } = awaited.current;
    const isCalledOff = expected !== wanted || document.activeElement !== box;
    if (!isCalledOff && !areShown) return;
    awaited.current = null;
    if (!isCalledOff) focusFirstRow();
  }, [wanted, areShown, data]);

  return (event: ReactKeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !isPlain(event)) return;
    event.preventDefault();
    if (areShown) {
      focusFirstRow();
      return;
    }
    awaited.current = { text: wanted, box: event.currentTarget };
    if (!isAsked) submit();
  };
}

const isPlain = (event: Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>) =>
  !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

function textIn(filter: unknown, key: string): string {
  const text = (filter as Readonly<Record<string, unknown>> | undefined)?.[key];
  return typeof text === 'string' ? text : '';
}

/** Focuses the row beside the one with the focus, or the first one; returns whether there is one. */
function moveFocus(list: HTMLElement, by: 1 | -1): boolean {
  const rows = [...list.querySelectorAll('[data-row]')];
  const focused = document.activeElement;
  const from = rows.findIndex((row) => row.contains(focused));
  const next = from === -1 && by < 0 ? undefined : rows[from + by];
  const kind = from !== -1 && focused?.matches(CHECKBOX) ? CHECKBOX : OPENER;
  const target = next?.querySelector<HTMLElement>(kind);
  target?.focus();
  return Boolean(target);
}

function focusFirstRow(): void {
  document.querySelector<HTMLElement>(`[data-page-rows] ${OPENER}`)?.focus();
}

function focusSearch(): boolean {
  const box = document.querySelector<HTMLElement>('[role=search] input[type=search]');
  box?.focus();
  return Boolean(box);
}
