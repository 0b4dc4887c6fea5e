import MoreIcon from '@mui/icons-material/MoreHoriz';
import { memo, useId, useState } from 'react';
import { type RaRecord, RecordContextProvider } from 'react-admin';
import { useStaffT } from '../../i18n/useStaffT';
import { ColumnValue, type RowsProps } from './columns';
import styles from './RecordRows.module.css';
import { openOnRowClick } from './openOnRowClick';
import { useRowTitleId } from './RowButton';
import { SelectRow } from './SelectionCell';
import { useProgressiveRows } from './useProgressiveRows';

const SCREENFUL = 8;

/** The records as compact rows, for narrow windows, with their actions below, or behind a button. */
export function RecordRows({ label, records, ...row }: RowsProps) {
  const t = useStaffT();
  const shown = useProgressiveRows(records, SCREENFUL);
  return (
    <ul aria-label={t(label)} className={`${styles.rows} screen-only`}>
      {shown.map((record) => (
        <CompactRow key={record.id} record={record} {...row} />
      ))}
    </ul>
  );
}

type CompactRowProps = Omit<RowsProps, 'label' | 'records'> & { readonly record: RaRecord };

const CompactRow = memo(function CompactRow({
  record,
  columns,
  compactRow,
  foldActions = false,
  compactAction,
  rowClick,
  rowClassName,
}: CompactRowProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const actions = columns.filter(({ card }) => card === 'actions');
  return (
    <RecordContextProvider value={record}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- for the mouse; the name is a link */}
      <li
        data-row={record.id}
        className={[styles.row, rowClassName?.(record)].filter(Boolean).join(' ')}
        onClick={rowClick ? openOnRowClick : undefined}
      >
        <div className={styles.summary}>
          <SelectRow />
          {compactRow}
          {foldActions && (
            <MoreButton isOpen={isOpen} controls={id} onClick={() => setOpen(!isOpen)} />
          )}
        </div>
        {(compactAction ?? actions.length > 0) && (isOpen || !foldActions) && (
          <div id={id} className={styles.actions}>
            {compactAction}
            {actions.map((column) => (
              <ColumnValue key={column.label} column={column} record={record} />
            ))}
          </div>
        )}
      </li>
    </RecordContextProvider>
  );
});

interface MoreButtonProps {
  readonly isOpen: boolean;
  readonly controls: string;
  readonly onClick: () => void;
}

function MoreButton({ isOpen, controls, onClick }: MoreButtonProps) {
  const t = useStaffT();
  const id = useId();
  return (
    <button
      type="button"
      id={id}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-label={t('list.moreActions')}
      aria-labelledby={`${id} ${useRowTitleId()}`}
      className={styles.more}
      onClick={onClick}
    >
      <MoreIcon fontSize="small" />
    </button>
  );
}
