import { useRecordContext } from 'react-admin';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './referralFields.module.css';

/** Who works on the referral, if anybody does: a line below its status. */
export function OwnerField() {
  const t = useStaffT();
  const name = useRecordContext<ReferralRecord>()?.owner?.fullname;
  if (!name) return null;
  return (
    <span className={styles.owner} title={`${t('owner.title')}: ${name}`}>
      <span className="visually-hidden">{t('owner.title')}: </span>
      <bdi>{name}</bdi>
    </span>
  );
}
