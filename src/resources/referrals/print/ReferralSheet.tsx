import { createPortal } from 'react-dom';
import { RecordContextProvider } from 'react-admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { useServices } from '../../../shared/services';
import { ReferralDetails } from '../dialogs/ReferralDetails';
import { NoteText } from '../dialogs/NoteDialog';
import { StatusField } from '../referralFields';
import styles from './ReferralSheet.module.css';

/** A referral on paper, as it is saved: instead of everything else on the page. */
export function ReferralSheet({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const { settings } = useServices();
  return createPortal(
    <RecordContextProvider value={referral}>
      <article className={styles.sheet}>
        <p className={styles.brand}>{settings.brandName}</p>
        <h1>{t('statusDialog.referral')}</h1>
        <section>
          <h3>{t('statusDialog.status')}</h3>
          <StatusField />
        </section>
        <ReferralDetails />
        <section>
          <h3>{t('statusDialog.notes')}</h3>
          <NoteText notes={referral.notes} />
        </section>
        <p className={styles.confidential}>
          <strong>{t('sheet.confidential')}</strong> {t('sheet.redisclosure')}
        </p>
      </article>
    </RecordContextProvider>,
    document.body,
  );
}
