import { memo } from 'react';
import { type RaRecord, RecordContextProvider } from 'react-admin';
import { useStaffT } from '../../i18n/useStaffT';
import { type ColumnProps, ColumnValue, type RowsProps } from './columns';
import styles from './RecordCards.module.css';
import { SelectRow } from './SelectionCell';
import { useProgressiveRows } from './useProgressiveRows';

const SCREENFUL = 4;

/** The records as cards, for narrow windows: title and badges, the other columns as a list, the actions. */
export function RecordCards({ label, records, ...card }: RowsProps) {
  const t = useStaffT();
  const shown = useProgressiveRows(records, SCREENFUL);
  return (
    <ul aria-label={t(label)} className={`${styles.cards} screen-only`}>
      {shown.map((record) => (
        <Card key={record.id} record={record} {...card} />
      ))}
    </ul>
  );
}

type CardProps = Omit<RowsProps, 'label' | 'records'> & { readonly record: RaRecord };

const Card = memo(function Card({
  record,
  columns,
  cardTitle,
  cardHeading: Heading = 'h2',
  cardClassName = '',
}: CardProps) {
  const t = useStaffT();
  const badges = columns.filter(({ card }) => card === 'badge');
  const fields = columns.filter(({ card }) => card === undefined || card === 'long');
  const actions = columns.filter(({ card }) => card === 'actions');
  const value = (column: ColumnProps) => (
    <ColumnValue key={column.label} column={column} record={record} />
  );
  return (
    <RecordContextProvider value={record}>
      <li data-row={record.id} className={`${styles.card} ${cardClassName}`}>
        <div className={styles.head}>
          <SelectRow />
          <Heading className={styles.heading}>{cardTitle}</Heading>
          {badges.map(value)}
        </div>
        <dl className={styles.fields}>
          {fields.map((column) => (
            <div key={column.label} className={column.card === 'long' ? styles.long : undefined}>
              <dt>{t(column.label)}</dt>
              <dd>{value(column)}</dd>
            </div>
          ))}
        </dl>
        {actions.length > 0 && <div className={styles.actions}>{actions.map(value)}</div>}
      </li>
    </RecordContextProvider>
  );
});
