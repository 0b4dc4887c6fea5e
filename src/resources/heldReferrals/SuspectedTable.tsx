import { useStaffT } from '../../i18n/useStaffT';
import { DateTime } from '../../admin/field/DateTime';
import { StaffTable } from '../../admin/list/StaffTable';
import styles from './HeldReferralList.module.css';
import { nameId, SuspectedButtons } from './SuspectedButtons';
import { HoldReasonField } from './HoldReasonField';
import type { SuspectedRowsProps } from './SuspectedRows';

const HEADS = [
  { label: 'suspected.name' },
  { label: 'suspected.reason' },
  { label: 'referrals.site' },
  { label: 'referrals.contactNumber' },
  { label: 'suspected.arrived' },
  { label: 'suspected.todo', className: 'screen-only' },
] as const;

/** What is set apart, as a table. */
export function SuspectedTable({ rows, onOpen }: SuspectedRowsProps) {
  const t = useStaffT();
  return (
    <StaffTable
      caption={t('suspected.title')}
      heads={HEADS.map(({ label, ...head }) => ({ text: t(label), ...head }))}
    >
      {rows.map((referral) => (
        <tr key={referral.id} data-row={referral.id}>
          <th scope="row" id={nameId(referral)} className={styles.words}>
            {referral.first_name} {referral.last_name}
          </th>
          <td className={styles.words}>
            <HoldReasonField referral={referral} />
          </td>
          <td className={styles.words}>{referral.site.label}</td>
          <td className={styles.oneLine}>{referral.contact_number}</td>
          <td className={styles.oneLine}>
            <DateTime value={referral.entry_date} />
          </td>
          <td className="screen-only">
            <SuspectedButtons referral={referral} onOpen={onOpen} />
          </td>
        </tr>
      ))}
    </StaffTable>
  );
}
