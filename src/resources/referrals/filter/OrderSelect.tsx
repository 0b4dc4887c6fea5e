import SortIcon from '@mui/icons-material/Sort';
import { useId } from 'react';
import { type SortPayload, useListContext } from 'react-admin';
import { NEWEST_FIRST } from '../../../dataProvider/worklist';
import { useStaffT } from '../../../i18n/useStaffT';
import controls from '../../../ui/controls.module.css';
import styles from './OrderSelect.module.css';

const ORDERS = {
  newest: NEWEST_FIRST,
  oldest: { field: 'entry_date', order: 'ASC' },
  waiting: { field: 'waiting', order: 'DESC' },
  waitingReversed: { field: 'waiting', order: 'ASC' },
  name: { field: 'name', order: 'ASC' },
  nameReversed: { field: 'name', order: 'DESC' },
  site: { field: 'site', order: 'ASC' },
  siteReversed: { field: 'site', order: 'DESC' },
  status: { field: 'status', order: 'ASC' },
  statusReversed: { field: 'status', order: 'DESC' },
} as const satisfies Record<string, SortPayload>;

type Order = keyof typeof ORDERS;
const ORDER_NAMES = Object.keys(ORDERS) as Order[];

/** A select for the order of the referrals: the orders of the table's column heads. */
export function OrderSelect() {
  const t = useStaffT();
  const id = useId();
  const { sort, setSort } = useListContext();
  const current = ORDER_NAMES.find(
    (name) => ORDERS[name].field === sort.field && ORDERS[name].order === sort.order,
  );
  return (
    <div className={styles.order}>
      <label htmlFor={id} className={styles.label}>
        <SortIcon fontSize="small" />
        <span className="visually-hidden">{t('order.title')}</span>
      </label>
      <select
        id={id}
        value={current}
        onChange={({ target }) => setSort(ORDERS[target.value as Order])}
        className={controls.select}
      >
        {ORDER_NAMES.map((name) => (
          <option key={name} value={name}>
            {t(`order.${name}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
