import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import { type ReactNode, useState } from 'react';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { CheckField } from '../../ui/CheckField';
import { CloseButton, Dialog } from '../dialog/Dialog';
import styles from './ColumnsButton.module.css';
import { type ColumnProps, readColumns } from './columns';
import { useIsNarrow } from './DataTable';
import {
  COLUMN_WIDTHS,
  type ColumnWidth,
  isHideable,
  moveColumn,
  orderColumns,
  useTableLayout,
} from './useTableLayout';

/**
 * Opens the dialog that chooses the list's columns; its children are the same columns as the DataTable's. Renders nothing in a
 * narrow window, which has no table.
 *
 * @example
 * const columns = (
 *   <>
 *     <DataTable.Col label="accounts.name" field={NameField} hideable={false} />
 *     <DataTable.Col<AccountRecord> label="accounts.role" source="role" />
 *   </>
 * );
 * return (
 *   <List {...options} actions={<ColumnsButton>{columns}</ColumnsButton>}>
 *     <DataTable label="accounts.title">{columns}</DataTable>
 *   </List>
 * );
 */
export function ColumnsButton({ children }: { children: ReactNode }) {
  const t = useStaffT();
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {!isNarrow && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('columns.title')}
        </Button>
      )}
      {isOpen && <ColumnsDialog onClose={() => setOpen(false)}>{children}</ColumnsDialog>}
    </>
  );
}

/** Which columns the table shows, in which order and how wide; a change applies at once. */
function ColumnsDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useStaffT();
  const { layout, change, reset } = useTableLayout();
  const [moved, setMoved] = useState('');
  const columns = readColumns(children);
  const choices = orderColumns(columns, layout).filter(isHideable);

  const toggle = ({ label }: ColumnProps) => {
    const { hidden } = layout;
    const others = hidden.filter((one) => one !== label);
    change({ hidden: hidden.includes(label) ? others : [...hidden, label] });
  };
  const move = (column: ColumnProps, by: -1 | 1) => {
    const order = moveColumn(columns, layout, column, by);
    change({ order });
    const position = order.indexOf(column.label) + 1;
    setMoved(t('columns.movedTo', { name: t(column.label), position, count: order.length }));
  };
  const resize = ({ label }: ColumnProps, width: ColumnWidth) =>
    change({ widths: { ...layout.widths, [label]: width } });

  const actions = (
    <>
      <Button variant="secondary" onClick={() => change(reset)}>
        {t('columns.reset')}
      </Button>
      <CloseButton />
    </>
  );
  return (
    <Dialog title={t('columns.title')} width="sm" onClose={onClose} actions={actions}>
      <p className={styles.intro}>{t('columns.intro')}</p>
      <ul className={styles.choices}>
        {choices.map((column, index) => (
          <li key={column.label} className={styles.choice}>
            <CheckField
              label={t(column.label)}
              checked={!layout.hidden.includes(column.label)}
              onChange={() => toggle(column)}
            />
            <WidthSelect
              column={column}
              width={layout.widths[column.label] ?? 'normal'}
              onChange={(width) => resize(column, width)}
            />
            <MoveButton column={column} by={-1} isAtEnd={index === 0} onMove={move} />
            <MoveButton
              column={column}
              by={1}
              isAtEnd={index === choices.length - 1}
              onMove={move}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {moved}
      </p>
    </Dialog>
  );
}

interface WidthSelectProps {
  readonly column: ColumnProps;
  readonly width: ColumnWidth;
  readonly onChange: (width: ColumnWidth) => void;
}

function WidthSelect({ column, width, onChange }: WidthSelectProps) {
  const t = useStaffT();
  return (
    <select
      aria-label={t('columns.widthOf', { name: t(column.label) })}
      value={width}
      onChange={(event) => onChange(event.target.value as ColumnWidth)}
      className={styles.width}
    >
      {(Object.keys(COLUMN_WIDTHS) as ColumnWidth[]).map((name) => (
        <option key={name} value={name}>
          {t(`columns.${name}`)}
        </option>
      ))}
    </select>
  );
}

interface MoveButtonProps {
  readonly column: ColumnProps;
  readonly by: -1 | 1;
  /** Disables the button, but leaves it focusable, so that the focus stays on it. */
  readonly isAtEnd: boolean;
  readonly onMove: (column: ColumnProps, by: -1 | 1) => void;
}

function MoveButton({ column, by, isAtEnd, onMove }: MoveButtonProps) {
  const t = useStaffT();
  const Icon = by < 0 ? UpIcon : DownIcon;
  const label = t(by < 0 ? 'columns.earlier' : 'columns.later', { name: t(column.label) });
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-disabled={isAtEnd || undefined}
      className={styles.move}
      onClick={() => !isAtEnd && onMove(column, by)}
    >
      <Icon fontSize="small" />
    </button>
  );
}
