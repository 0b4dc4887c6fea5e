import { createPortal } from 'react-dom';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { useServices } from '../../../shared/services';
import { ReferralDetails } from '../dialogs/ReferralDetails';
import { NoteText } from '../dialogs/NoteText';
import { StatusTag } from '../fields/StatusTag';
import styles from './ReferralSheet.module.css';

/** A referral on paper, as it is saved: instead of everything else on the page. */
export function ReferralSheet({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const { settings } = useServices();
  return createPortal(
    <article className={styles.sheet}>
      <p className={styles.brand}>{settings.brandName}</p>
      <h1>{t('statusDialog.referral')}</h1>
      <section>
        <h3>{t('statusDialog.status')}</h3>
        <StatusTag status={referral.status} />
      </section>
      <ReferralDetails referral={referral} />
      <section>
        <h3>{t('statusDialog.notes')}</h3>
        <NoteText notes={referral.notes} />
      </section>
      <p className={styles.confidential}>
        <strong>{t('sheet.confidential')}</strong> {t('sheet.redisclosure')}
      </p>
    </article>,
    document.body,
  );
}
