import { useStaffT } from '../../../i18n/useStaffT';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { ReferralColumn } from '../columns/useReferralColumns';
import type { OpenDialog } from '../dialogs/dialogNames';
import { cellClass } from './cellClass';
import { ReferralRow } from './ReferralRow';
import styles from '../../../staff/table.module.css';

interface Props {
  rows: readonly ReferralRecord[];
  columns: readonly ReferralColumn[];
  onOpen: OpenDialog;
}

/** The referrals as a table; where it is wider than the window, it scrolls by itself. */
export function ReferralTable({ rows, columns, onOpen }: Props) {
  const t = useStaffT();

  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('referrals.table')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={cellClass({ pin: column.pin })}>
                {t(column.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((referral) => (
            <ReferralRow key={referral.id} referral={referral} columns={columns} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
