import {
  type ChangeEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import {
  type RaRecord,
  useListContext,
  useRecordContext,
  useRecordSelection,
  useResourceContext,
} from 'react-admin';
import { useStaffT } from '../../i18n/useStaffT';
import { focusBulkActions } from './focusBulkActions';
import { useRowTitleId } from './RowButton';
import { useIsSelected, useSelection } from './selection';
import styles from './SelectionCell.module.css';

/** The checkbox that selects a row or card, named by its RowTitle; nothing where rows cannot be selected. */
export function SelectRow() {
  const selection = useSelection();
  const record = useRecordContext();
  return selection && record && selection.canSelect(record) ? (
    <RowCheckbox selection={selection} record={record} />
  ) : null;
}

interface CellProps {
  readonly className: string | undefined;
}

/** The cell of a row with that checkbox. */
export function SelectRowCell({ className }: CellProps) {
  if (!useSelection()) return null;
  return (
    <td className={`${className} screen-only`}>
      <SelectRow />
    </td>
  );
}

interface RowCheckboxProps {
  selection: NonNullable<ReturnType<typeof useSelection>>;
  record: RaRecord;
}

function RowCheckbox({ selection, record }: RowCheckboxProps) {
  const t = useStaffT();
  const id = useId();
  const titleId = useRowTitleId();
  const isSelected = useIsSelected(selection, record.id);
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    // A checkbox changes by a click, also with the keyboard.
    selection.toggle(
      record,
      target.checked,
      (nativeEvent as globalThis.MouseEvent).shiftKey,
      selection.rows(),
    );
  return (
    <label className={styles.target}>
      <span id={id} className="visually-hidden">
        {t('bulk.selectRow')}
      </span>
      <input
        type="checkbox"
        data-select
        checked={isSelected}
        aria-labelledby={`${id} ${titleId}`}
        onChange={change}
        onKeyDown={goToActions}
        onMouseDown={keepTextUnselected}
      />
    </label>
  );
}

/** The head of the column: selects all rows of the page, or none of them. */
export function SelectPageCell({ className }: CellProps) {
  const selection = useSelection();
  const t = useStaffT();
  const { data: shown = [] } = useListContext();
  const data = selection ? shown.filter((record) => selection.canSelect(record)) : shown;
  const resource = useResourceContext() ?? '';
  const [selectedIds] = useRecordSelection({ resource });
  const input = useRef<HTMLInputElement>(null);
  const ids = new Set(selectedIds);
  const count = data.filter(({ id }) => ids.has(id)).length;
  const isPart = count > 0 && count < data.length;
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPart;
  }, [isPart]);
  if (!selection) return null;
  return (
    <th scope="col" className={`${className} screen-only`}>
      <label className={styles.target}>
        <input
          ref={input}
          type="checkbox"
          data-select
          checked={data.length > 0 && count === data.length}
          aria-label={t('bulk.selectPage')}
          onChange={({ target }) => (target.checked ? selection.add(data) : selection.remove(data))}
          onKeyDown={goToActions}
        />
      </label>
    </th>
  );
}

/** Many rows may lie between a checkbox and the actions. */
function goToActions(event: KeyboardEvent): void {
  if (event.key === 'Enter' && focusBulkActions()) event.preventDefault();
}

/** A click with Shift selects a range of rows; without this, the browser would select their text as well. */
function keepTextUnselected(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
