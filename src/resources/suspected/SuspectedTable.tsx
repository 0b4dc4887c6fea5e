import { useStaffT } from '../../i18n/useStaffT';
import { Moment } from '../../staff/Moment';
import table from '../../staff/table.module.css';
import styles from './Suspected.module.css';
import { nameId, SuspectedButtons } from './SuspectedButtons';
import { SuspectedReason } from './SuspectedReason';
import type { SuspectedRowsProps } from './SuspectedRows';

/** What is set apart, as a table. */
export function SuspectedTable({ rows, onOpen }: SuspectedRowsProps) {
  const t = useStaffT();
  return (
    <div className={table.scroller}>
      <table className={table.table}>
        <caption className="visually-hidden">{t('suspected.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('suspected.name')}</th>
            <th scope="col">{t('suspected.reason')}</th>
            <th scope="col">{t('referrals.site')}</th>
            <th scope="col">{t('referrals.contactNumber')}</th>
            <th scope="col">{t('suspected.arrived')}</th>
            <th scope="col">{t('suspected.todo')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((referral) => (
            <tr key={referral.id} data-row={referral.id}>
              <th scope="row" id={nameId(referral)} className={styles.words}>
                {referral.first_name} {referral.last_name}
              </th>
              <td className={styles.words}>
                <SuspectedReason referral={referral} />
              </td>
              <td className={styles.words}>{referral.site.label}</td>
              <td className={styles.oneLine}>{referral.contact_number}</td>
              <td className={styles.oneLine}>
                <Moment value={referral.entry_date} />
              </td>
              <td>
                <SuspectedButtons referral={referral} onOpen={onOpen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
