import { Children, type ReactNode, type ComponentType, Fragment, isValidElement } from 'react';
import type { RaRecord } from 'react-admin';
import type { Elements } from '../../app/elements';
import type { StaffTextKey } from '../../i18n/textKeys';
import styles from './columns.module.css';
import type { ColumnSort } from './SortButton';

/** A column of a DataTable, with react-admin's props; cards show the same columns. */
export interface ColumnProps<R extends RaRecord = RaRecord> extends Omit<ColumnSort, 'unit'> {
  /** The head of the column and the label on a card; also its key, so it is unique. */
  readonly label: StaffTextKey;
  /** What the values of a column that sorts count, in small below the head. */
  readonly unit?: StaffTextKey;
  /** The head in the table, where it is more than the label and the order. */
  readonly head?: Elements;
  /** The property to show as it is. */
  readonly source?: keyof R & string;
  /** Shows the record in RecordContext. */
  readonly field?: ComponentType;
  readonly render?: (record: R) => Elements;
  readonly cellClassName?: string;
  /** The usual width in rem; when the window has more room, the columns share it (columnWidths). */
  readonly width?: number;
  /** The least width in rem, for a column that gives way in a narrower window; by default the usual one. */
  readonly minWidth?: number;
  /** The columns with a `minWidth` give way in this order, 1 first. */
  readonly givesWay?: number;
  /** The cell is the head of its row: it names the record. */
  readonly rowHeader?: boolean;
  /** Numbers, which line up at their end. */
  readonly numeric?: boolean;
  /** Stays at the table's start or end while the rest scrolls sideways. */
  readonly pin?: 'start' | 'end';
  /**
   * Where a card shows the column, if not among its fields: beside its title, below as an action, as a field whose long value
   * may move below its label, or not at all, as the title shows it.
   */
  readonly card?: 'badge' | 'actions' | 'long' | 'none';
  /** False for a column that ColumnsButton does not offer to hide and to move. */
  readonly hideable?: boolean;
}

/**
 * Returns the columns declared as children, in their order; skips false ones. Columns are read, not rendered, so that table,
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
  readonly cardTitle?: Elements;
  readonly cardHeading?: 'h2' | 'h3';
  readonly cardClassName?: string;
  /** Replaces cards by compact rows: what one shows of the record in RecordContext, beside or above its actions. */
  readonly compactRow?: Elements;
  /** Puts the actions of a compact row behind a button. */
  readonly foldActions?: boolean;
  /** An action of a compact row alone, which the table has beside a value. */
  readonly compactAction?: Elements;
  /** Makes a click anywhere on a row press the row's opener (RowButton's `data-row-opener`). */
  readonly rowClick?: boolean;
  /**
   * The actions on selected rows, as react-admin's: with them, rows have checkboxes, and a BulkActionsToolbar shows them while
   * rows are selected.
   */
  readonly bulkActionButtons?: Elements;
  /** A class of a row, such as of one that is done. */
  readonly rowClassName?: (record: RaRecord) => string | undefined;
  /** Whether a row can be selected; by default each can. */
  readonly isRowSelectable?: (record: RaRecord) => boolean;
  /** Makes the table focusable, so that it scrolls by keyboard although its rows have nothing to focus. */
  readonly focusable?: boolean;
}

export interface RowsProps extends DataTableProps {
  readonly records: readonly RaRecord[];
  readonly columns: readonly ColumnProps[];
}

/** The value of a record in a column. */
export function ColumnValue({ column, record }: { column: ColumnProps; record: RaRecord }) {
  const { render, field: Field, source } = column;
  if (render) return render(record);
  if (Field) return <Field />;
  const value: unknown = source && record[source];
  return typeof value === 'string' || typeof value === 'number' ? (
    <ClampedText>{String(value)}</ClampedText>
  ) : null;
}

/**
 * Text limited to two lines in a table cell; tooltip, print, cards and screen readers have all of it.
 *
 * @example
 * <DataTable.Col<ReferralRecord>
 *   label="referrals.site"
 *   render={({ site }) => <ClampedText>{siteName(site.label)}</ClampedText>}
 * />
 */
export function ClampedText({ children }: { children: string }) {
  return (
    <bdi className={styles.clamped} title={children}>
      {children}
    </bdi>
  );
}
