import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import UnfoldMoreIcon from '@mui/icons-material/UnfoldMore';
import { type SortPayload, useListContext } from 'react-admin';
import styles from './SortButton.module.css';

/** How a column sorts the list, by the names of react-admin's DataTable.Col. */
export interface ColumnSort {
  /** The field of the list's order; without it, the column does not sort. */
  readonly sortBy?: string;
  /** The order of the first click; the next one reverses it. */
  readonly sortByOrder?: SortPayload['order'];
  /** What the values of a column that sorts count, in small below the head. */
  readonly unit?: string;
}

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const;
const ICONS = { ASC: ArrowUpwardIcon, DESC: ArrowDownwardIcon };

/** The `aria-sort` of a column's head; only the column that sorts the list has one. */
export function useAriaSort() {
  const { sort } = useListContext();
  return ({ sortBy }: ColumnSort) =>
    sortBy !== undefined && sortBy === sort?.field ? ARIA_SORT[sort.order] : undefined;
}

/** The head of a column as a button that sorts the list in context, or its text alone. */
export function SortButton({
  sortBy,
  sortByOrder = 'ASC',
  unit,
  children,
}: ColumnSort & { children: string }) {
  const { sort, setSort } = useListContext();
  const text = (
    <span className={styles.text} title={children}>
      {children}
    </span>
  );
  if (sortBy === undefined) return text;
  const order = sort?.field === sortBy ? sort.order : undefined;
  const reverse = order === 'ASC' ? 'DESC' : 'ASC';
  const Icon = order ? ICONS[order] : UnfoldMoreIcon;
  return (
    <button
      type="button"
      className={unit ? styles.withUnit : styles.button}
      onClick={() => setSort({ field: sortBy, order: order ? reverse : sortByOrder })}
    >
      {text}
      <Icon fontSize="inherit" className={order ? styles.current : styles.other} />
      {unit && <small className={styles.unit}>{` ${unit}`}</small>}
    </button>
  );
}
