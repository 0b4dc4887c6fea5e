import {
  Children,
  type ComponentType,
  Fragment,
  isValidElement,
  type ReactNode,
  useCallback,
  useMemo,
} from 'react';
import { type RaRecord, useResourceContext, useStore } from 'react-admin';
import type { StaffTextKey } from '../../i18n/textKeys';
import type { ColumnSort } from './SortButton';

/** A column of a DataTable, as react-admin's; cards show the same columns. */
export interface ColumnProps<R extends RaRecord = RaRecord> extends ColumnSort {
  /** The head of the column and the label on a card; also its key, so it is unique. */
  readonly label: StaffTextKey;
  /** The property to show as it is. */
  readonly source?: keyof R & string;
  /** Shows the record in RecordContext. */
  readonly field?: ComponentType;
  readonly render?: (record: R) => ReactNode;
  readonly cellClassName?: string;
  /** The cell is the head of its row: it names the record. */
  readonly rowHeader?: boolean;
  /** Stays at the table's start or end while the rest scrolls sideways. */
  readonly pin?: 'start' | 'end';
  /**
   * Where a card shows the column, if not among its fields: beside its title, below as an action, as a field whose long value
   * may move below its label, or not at all, as the title shows it.
   */
  readonly card?: 'badge' | 'actions' | 'long' | 'none';
  /** False for a column that ColumnsButton does not offer to hide. */
  readonly hideable?: boolean;
}

/**
 * The columns declared as children, in their order; conditional ones may be false. Columns are read, not rendered, so that table,
 * cards and ColumnsButton share one declaration.
 */
export function readColumns(children: ReactNode): readonly ColumnProps[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<ColumnProps & { children?: ReactNode }>(child)) return [];
    return child.type === Fragment ? readColumns(child.props.children) : [child.props];
  });
}

export interface DataTableProps {
  /** The accessible name of table and cards. */
  readonly label: StaffTextKey;
  /** DataTable.Col elements. */
  readonly children: ReactNode;
  /** The title of a card; shows the record in RecordContext. */
  readonly cardTitle: ReactNode;
  readonly cardHeading?: 'h2' | 'h3';
  readonly cardClassName?: string;
  /** Makes a click anywhere on a row press the row's opener (RowButton's `data-row-opener`). */
  readonly rowClick?: boolean;
  /** Makes the table focusable, so that it scrolls by keyboard although its rows have nothing to focus. */
  readonly focusable?: boolean;
}

export interface RowsProps extends DataTableProps {
  readonly records: readonly RaRecord[];
  readonly columns: readonly ColumnProps[];
}

/** What a column shows of a record. */
export function ColumnValue({ column, record }: { column: ColumnProps; record: RaRecord }) {
  const { render, field: Field, source } = column;
  if (render) return render(record);
  if (Field) return <Field />;
  const value: unknown = source && record[source];
  return typeof value === 'string' || typeof value === 'number' ? <bdi>{value}</bdi> : null;
}

const COOKIE = 'hiddenColumns';
const ONE_YEAR = 31_536_000;

/**
 * The columns that the person has hidden in the list of the current resource. Stored in a cookie that only this page receives: it
 * tells nothing about anyone, and the browser's storage stays as empty as the specification leaves it.
 */
export function useHiddenColumns() {
  const resource = useResourceContext() ?? '';
  const [stored, store] = useStore<readonly string[] | null>(`${resource}.hiddenColumns`, null);
  const hidden = useMemo(() => new Set(stored ?? readCookie()), [stored]);
  const hide = (labels: readonly string[]) => {
    document.cookie = `${COOKIE}=${labels.join('~')}; path=/${resource}; max-age=${ONE_YEAR}; SameSite=Strict`;
    store(labels);
  };
  return {
    isHidden: useCallback(
      ({ label, hideable = true }: ColumnProps) => hideable && hidden.has(label),
      [hidden],
    ),
    toggle: ({ label }: ColumnProps) =>
      hide(hidden.has(label) ? [...hidden].filter((one) => one !== label) : [...hidden, label]),
    showAll: () => hide([]),
  };
}

function readCookie(): readonly string[] {
  const value = new RegExp(`(?:^|; )${COOKIE}=([\\w.~]*)`).exec(document.cookie)?.[1];
  return value?.split('~').filter(Boolean) ?? [];
}
