import { type CSSProperties, memo, useEffect, useMemo, useRef } from 'react';
import { type RaRecord, RecordContextProvider, useListContext } from 'react-admin';
import { useStaffT } from '../../i18n/useStaffT';
import { usePrinting } from '../usePrinting';
import { useWindowQuery } from '../useWindowQuery';
import {
  type ColumnProps,
  ColumnValue,
  type DataTableProps,
  readColumns,
  type RowsProps,
} from './columns';
import { columnWidths } from './columnWidths';
import styles from './DataTable.module.css';
import { BulkActionsToolbar } from './BulkActionsToolbar';
import { openOnRowClick } from './openOnRowClick';
import { RecordCards } from './RecordCards';
import { RecordRows } from './RecordRows';
import { SelectPageCell, SelectRowCell } from './SelectionCell';
import { SelectionProvider, useSelection } from './selection';
import type { PageMeta } from './usePagedListController';
import { SortButton, useAriaSort } from './SortButton';
import { useProgressiveRows } from './useProgressiveRows';
import { arrangeColumns, COLUMN_WIDTHS, useTableLayout } from './useTableLayout';

/**
 * Whether the window is narrower than 900 px: lists show cards or compact rows, and filters are behind a button.
 *
 * @example
 * const isNarrow = useIsNarrow();
 * return isNarrow ? null : <Button>{t('columns.title')}</Button>;
 */
export function useIsNarrow(): boolean {
  return useWindowQuery('(max-width: 56.24rem)');
}

/** About as many rows as a high window shows. */
const SCREENFUL = 14;

/**
 * The records of the list in context: a table, or cards or compact rows in a narrow window; always a table in print. It has the
 * name and props of react-admin's DataTable, but plain markup: MUI's styled cells take 2.3 times as long for a page of 25 rows.
 *
 * @example
 * <DataTable label="held.title" cardTitle={<NameField />} bulkActionButtons={<HeldBulkActions />}>
 *   <DataTable.Col label="held.name" field={NameField} width={12} rowHeader card="none" />
 *   <DataTable.Col<HeldReferralRecord> label="referrals.contactNumber" source="contact_number" width={8} />
 *   <DataTable.Col label="held.todo" field={ActionsField} width={16} card="actions" />
 * </DataTable>
 */
export function DataTable(props: DataTableProps) {
  const { data = [] } = useListContext();
  const isNarrow = useIsNarrow();
  const isPrinting = usePrinting();
  const { children, bulkActionButtons, compactRow, isRowSelectable } = props;
  const all = useMemo(() => readColumns(children), [children]);
  const { layout } = useTableLayout();
  const columns = useMemo(() => arrangeColumns(all, layout), [all, layout]);
  const rows = { ...props, records: data, columns };
  return (
    <SelectionProvider
      isSelectable={Boolean(bulkActionButtons)}
      isRowSelectable={isRowSelectable}
      records={data}
    >
      {bulkActionButtons && <BulkActionsToolbar>{bulkActionButtons}</BulkActionsToolbar>}
      {/* Stay mounted beside the table for print, to keep the focus and the scroll position. */}
      {isNarrow && (compactRow ? <RecordRows {...rows} /> : <RecordCards {...rows} />)}
      {(!isNarrow || isPrinting) && <Table {...rows} />}
    </SelectionProvider>
  );
}

/** Declares a column; DataTable reads its props. */
function Col<R extends RaRecord>(_props: ColumnProps<R>): null {
  return null;
}
DataTable.Col = Col;

const CHECKBOX_WIDTH = 2.25;

function Table({ label, records, columns, rowClick, rowClassName, focusable }: RowsProps) {
  const t = useStaffT();
  const { layout } = useTableLayout();
  const ariaSort = useAriaSort();
  const rows = useProgressiveRows(records, SCREENFUL);
  const scroller = useScrollToFirstRow();
  const isSelectable = useSelection() !== null;
  const { widths, least } = useMemo(() => {
    const sized = columns.map((column) => ({
      ...column,
      factor: COLUMN_WIDTHS[layout.widths[column.label] ?? 'normal'],
    }));
    return columnWidths(sized, isSelectable ? CHECKBOX_WIDTH : 0);
  }, [columns, layout, isSelectable]);
  const region = focusable && { role: 'region', tabIndex: 0, 'aria-label': t(label) };
  const size = {
    '--rows': records.length,
    '--table-width': `${least}rem`,
    '--last-width': widths.at(-1),
  } as CSSProperties;
  return (
    <div
      ref={scroller}
      className={join(styles.scroller, layout.isCompact && styles.compact)}
      style={size}
      {...region}
    >
      <div className={styles.columns}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t(label)}</caption>
          <colgroup>
            {isSelectable && (
              <col className="screen-only" style={{ width: `${CHECKBOX_WIDTH}rem` }} />
            )}
            {columns.map((column, index) => (
              <col key={column.label} style={{ width: widths[index] }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <SelectPageCell className={styles.checkbox} />
              {columns.map((column) => (
                <th
                  key={column.label}
                  scope="col"
                  aria-sort={ariaSort(column)}
                  className={headClass(column)}
                >
                  {column.head ?? (
                    <SortButton
                      sortBy={column.sortBy}
                      sortByOrder={column.sortByOrder}
                      unit={column.unit && t(column.unit)}
                    >
                      {t(column.label)}
                    </SortButton>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((record) => (
              <Row
                key={record.id}
                record={record}
                columns={columns}
                rowClick={rowClick}
                rowClassName={rowClassName}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Scrolls the rows to the top after a page turn, and after a change of filter or order. */
function useScrollToFirstRow() {
  const scroller = useRef<HTMLDivElement>(null);
  const isOpening = useRef(true);
  const { page, sort, meta } = useListContext();
  const filter = (meta as PageMeta | undefined)?.filter;
  useEffect(() => {
    if (isOpening.current) {
      // A list that is opened again keeps its scroll position (useRestoreScroll).
      isOpening.current = false;
      return undefined;
    }
    // In the next frame, as scrolling forces a layout.
    const frame = requestAnimationFrame(() => {
      if (scroller.current) scroller.current.scrollTop = 0;
    });
    return () => cancelAnimationFrame(frame);
  }, [page, sort, filter]);
  return scroller;
}

type RowProps = Pick<RowsProps, 'columns' | 'rowClick' | 'rowClassName'> & {
  readonly record: RaRecord;
};

/** Rendered again only when the record or the columns have changed. */
const Row = memo(function Row({ record, columns, rowClick, rowClassName }: RowProps) {
  return (
    <RecordContextProvider value={record}>
      <tr
        data-row={record.id}
        className={join(rowClick && styles.row, rowClassName?.(record))}
        onClick={rowClick ? openOnRowClick : undefined}
      >
        <SelectRowCell className={styles.checkbox} />
        {columns.map((column) => {
          const Cell = column.rowHeader ? 'th' : 'td';
          return (
            <Cell
              key={column.label}
              scope={column.rowHeader ? 'row' : undefined}
              className={cellClass(column)}
            >
              <ColumnValue column={column} record={record} />
            </Cell>
          );
        })}
      </tr>
    </RecordContextProvider>
  );
});

const join = (...names: (string | false | undefined)[]) =>
  names.filter(Boolean).join(' ') || undefined;
/** Columns of buttons are not printed. */
const headClass = ({ pin, card, numeric }: ColumnProps) =>
  join(pin && styles[pin], numeric && styles.numeric, card === 'actions' && 'screen-only');
const cellClass = (column: ColumnProps) => join(headClass(column), column.cellClassName);
