import { memo, type MouseEvent, useMemo } from 'react';
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
  useHiddenColumns,
} from './columns';
import styles from './DataTable.module.css';
import { RecordCards } from './RecordCards';
import { SortButton, useAriaSort } from './SortButton';
import { useProgressiveRows } from './useProgressiveRows';

/** Whether the window is narrower than 900 px: lists show cards, and filters are behind a button. */
export function useIsNarrow(): boolean {
  return useWindowQuery('(max-width: 56.24rem)');
}

/** About as many rows as a window shows below the filters. */
const SCREENFUL = 8;

/**
 * The records of the list in context: a table, or cards in a narrow window, whose paper gets a table as well. Named and propped as
 * react-admin's DataTable, but plain markup: MUI's styled cells take 2.3 times as long for a page of 25 rows.
 */
export function DataTable(props: DataTableProps) {
  const { data = [] } = useListContext();
  const isNarrow = useIsNarrow();
  const isPrinting = usePrinting();
  const { children } = props;
  const all = useMemo(() => readColumns(children), [children]);
  const { isHidden } = useHiddenColumns();
  const columns = useMemo(() => all.filter((column) => !isHidden(column)), [all, isHidden]);
  const rows = { ...props, records: data, columns };
  return (
    <>
      {/* Stay while the table for the paper is mounted, so that focus and scrolling do. */}
      {isNarrow && <RecordCards {...rows} />}
      {(!isNarrow || isPrinting) && <Table {...rows} />}
    </>
  );
}

/** Declares a column; DataTable reads its props. */
function Col<R extends RaRecord>(_props: ColumnProps<R>): null {
  return null;
}
DataTable.Col = Col;

function Table({ label, records, columns, rowClick, focusable }: RowsProps) {
  const t = useStaffT();
  const ariaSort = useAriaSort();
  const rows = useProgressiveRows(records, SCREENFUL);
  const region = focusable && { role: 'region', tabIndex: 0, 'aria-label': t(label) };
  return (
    <div className={styles.scroller} {...region}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t(label)}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                aria-sort={ariaSort(column)}
                className={headClass(column)}
              >
                <SortButton sortBy={column.sortBy} sortByOrder={column.sortByOrder}>
                  {t(column.label)}
                </SortButton>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((record) => (
            <Row key={record.id} record={record} columns={columns} rowClick={rowClick} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Pick<RowsProps, 'columns' | 'rowClick'> & { readonly record: RaRecord };

/** Rendered again only when the record or the columns have changed. */
const Row = memo(function Row({ record, columns, rowClick }: RowProps) {
  return (
    <RecordContextProvider value={record}>
      <tr
        data-row={record.id}
        className={rowClick ? styles.row : undefined}
        onClick={rowClick ? openOnRowClick : undefined}
      >
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

/**
 * Presses the row's opener, a convenience for the mouse. The opener takes the focus, so that it returns to this row when a dialog
 * closes. Clicks on buttons and selections of text are left alone.
 */
function openOnRowClick({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  const wasOnControl = (target as Element).closest('a, button');
  const hasSelectedText = getSelection()?.isCollapsed === false;
  if (wasOnControl || hasSelectedText) return;
  const opener = currentTarget.querySelector<HTMLElement>('[data-row-opener]');
  opener?.focus();
  opener?.click();
}

const join = (...names: (string | false | undefined)[]) =>
  names.filter(Boolean).join(' ') || undefined;
/** Columns of buttons are not printed. */
const headClass = ({ pin, card }: ColumnProps) =>
  join(pin && styles[pin], card === 'actions' && 'screen-only');
const cellClass = (column: ColumnProps) => join(headClass(column), column.cellClassName);
