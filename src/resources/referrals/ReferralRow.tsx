import PhoneIcon from '@mui/icons-material/Phone';
import { useRecordContext } from 'react-admin';
import { phoneHref } from '../../../contract/phoneHref';
import type { ReferralRecord } from '../../dataProvider/referrals';
import { useStaffT, useValueText } from '../../i18n/useStaffT';
import { EntryDate, useWaiting, WaitingTime } from './EntryDateField';
import { nameOf, ReferralOpener, ReferrerField, SiteField, StatusField } from './referralFields';
import styles from './ReferralRow.module.css';

/** A referral of the list in a narrow window: who, from where, how long it waits, and a button that calls. */
export function ReferralRow() {
  return (
    <div className={styles.row}>
      <div className={styles.person}>
        <div className={styles.first}>
          <h2 className={styles.name}>
            <ReferralOpener isFullName />
          </h2>
          <p className={styles.since}>
            <EntryOrWaiting />
          </p>
        </div>
        <div className={styles.second}>
          <div className={styles.from}>
            <p className={styles.line}>
              <SiteField />
            </p>
            <p className={styles.line}>
              <SubstanceNames /> · <ReferrerField />
            </p>
          </div>
          <p className={styles.state}>
            <StatusField />
          </p>
        </div>
      </div>
      <CallLink />
    </div>
  );
}

function SubstanceNames() {
  const valueText = useValueText();
  const substances: readonly string[] = useRecordContext<ReferralRecord>()?.substance ?? [];
  return substances.map((name) => valueText('substanceTags', name)).join(', ');
}

function EntryOrWaiting() {
  return useWaiting() ? <WaitingTime /> : <EntryDate />;
}

/** Calls the person; nothing for a number that no phone could call. */
function CallLink() {
  const t = useStaffT();
  const referral = useRecordContext<ReferralRecord>();
  const href = referral && phoneHref(referral.contact_number);
  if (!href) return null;
  return (
    <a
      href={href}
      aria-label={t('referrals.call', { name: nameOf(referral) })}
      className={styles.call}
    >
      <PhoneIcon fontSize="small" />
    </a>
  );
}
