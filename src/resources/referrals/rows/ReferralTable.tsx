import { useT } from '../../../i18n/I18nProvider';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { OpenDialog } from '../useReferralDialog';
import { ReferralRow } from './ReferralRow';
import styles from './ReferralTable.module.css';
import { useReferralColumns } from './useReferralColumns';

interface Props {
  rows: readonly ReferralRecord[];
  onOpen: OpenDialog;
}

/** The referrals as a table; where it is wider than the window, it scrolls by itself. */
export function ReferralTable({ rows, onOpen }: Props) {
  const t = useT();
  const columns = useReferralColumns();

  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('referrals.table')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col">
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
