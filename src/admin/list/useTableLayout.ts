/** What a person has chosen about the table of a list: its columns, their order and widths, and the height of its rows. */
import { useMemo } from 'react';
import { useResourceContext, useStore } from 'react-admin';
import { readCookie, writeCookie } from '../../i18n/cookies';
import type { ColumnProps } from './columns';

/** Factors on the usual width of a column. */
export const COLUMN_WIDTHS = { narrow: 0.75, normal: 1, wide: 1.6 } as const;
export type ColumnWidth = keyof typeof COLUMN_WIDTHS;

/** Columns are named by their label. */
export interface TableLayout {
  readonly hidden: readonly string[];
  /** Columns that it does not name keep their place. */
  readonly order: readonly string[];
  /** Columns that it does not name are of normal width. */
  readonly widths: Readonly<Record<string, ColumnWidth>>;
  readonly isCompact: boolean;
}

const DEFAULT_LAYOUT: TableLayout = { hidden: [], order: [], widths: {}, isCompact: true };
const COOKIE = 'tableLayout';

/**
 * The layout of the current resource's table. Stored in a cookie of the list's page, as it identifies nobody and the
 * specification allows nothing more in the browser's storage.
 *
 * @example
 * const { layout, change } = useTableLayout();
 * return <Button onClick={() => change({ isCompact: !layout.isCompact })}>…</Button>;
 */
export function useTableLayout() {
  const resource = useResourceContext() ?? '';
  const [stored, store] = useStore<TableLayout | null>(`${resource}.tableLayout`, null);
  const layout = useMemo(() => stored ?? readLayout(), [stored]);
  return {
    layout,
    change: (changes: Partial<TableLayout>) => {
      const next = { ...layout, ...changes };
      const value = encodeURIComponent(JSON.stringify(next));
      writeCookie(COOKIE, value, { path: `/${resource}` });
      store(next);
    },
    /** The change that restores the default columns; the height of the rows stays. */
    reset: {
      hidden: DEFAULT_LAYOUT.hidden,
      order: DEFAULT_LAYOUT.order,
      widths: DEFAULT_LAYOUT.widths,
    },
  };
}

/** Reads the layout from the cookie; unreadable parts, such as from another version, get the defaults. */
function readLayout(): TableLayout {
  const value = readCookie(COOKIE) ?? '';
  try {
    const { hidden, order, widths, isCompact } = JSON.parse(decodeURIComponent(value)) as {
      [K in keyof TableLayout]?: unknown;
    };
    return {
      hidden: textsOf(hidden),
      order: textsOf(order),
      widths: Object.fromEntries(
        Object.entries(widths ?? {}).filter((entry): entry is [string, ColumnWidth] =>
          Object.hasOwn(COLUMN_WIDTHS, entry[1] as string),
        ),
      ),
      isCompact: isCompact !== false,
    };
  } catch {
    return DEFAULT_LAYOUT;
  }
}

const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Whether a column can be hidden and moved: those that name a row and those of its actions cannot. */
export const isHideable = ({ hideable = true }: ColumnProps): boolean => hideable;

/** The columns in the order of the layout, the hidden ones among them. */
export function orderColumns(
  columns: readonly ColumnProps[],
  { order }: Pick<TableLayout, 'order'>,
): readonly ColumnProps[] {
  const isMoved = (column: ColumnProps) => isHideable(column) && order.includes(column.label);
  const moved = columns
    .filter(isMoved)
    .toSorted((one, other) => order.indexOf(one.label) - order.indexOf(other.label))
    .values();
  // The places of the moved columns are filled with them in their new order.
  return columns.map((column) => (isMoved(column) ? (moved.next().value ?? column) : column));
}

/** The columns to show, in their order. */
export function arrangeColumns(
  columns: readonly ColumnProps[],
  layout: Pick<TableLayout, 'hidden' | 'order'>,
): readonly ColumnProps[] {
  const { hidden } = layout;
  return orderColumns(columns, layout).filter(
    (column) => !(isHideable(column) && hidden.includes(column.label)),
  );
}

/** The order after a column has moved one place among those that can. */
export function moveColumn(
  columns: readonly ColumnProps[],
  layout: Pick<TableLayout, 'order'>,
  { label }: ColumnProps,
  by: -1 | 1,
): readonly string[] {
  const labels: string[] = orderColumns(columns, layout)
    .filter(isHideable)
    .map((one) => one.label);
  const from = labels.indexOf(label);
  const to = from + by;
  if (from < 0 || to < 0 || to >= labels.length) return labels;
  labels.splice(to, 0, ...labels.splice(from, 1));
  return labels;
}
