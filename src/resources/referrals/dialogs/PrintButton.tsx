import { RecordContextProvider } from 'react-admin';
import { createPortal } from 'react-dom';
import { usePrinting } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { useServices } from '../../../shared/services';
import { ConfidentialityNotice } from '../../../staff/ConfidentialityNotice';
import { StatusField } from '../referralFields';
import { NoteText } from './NoteDialog';
import styles from './PrintButton.module.css';
import { ReferralDetails } from './ReferralDetails';

/** Prints the referral of its dialog. The browser's own print command does the same while the button is mounted. */
export function PrintButton({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const isPrinting = usePrinting();
  return (
    <>
      <Button variant="secondary" onClick={() => window.print()}>
        {t('sheet.print')}
      </Button>
      {isPrinting && <ReferralSheet referral={referral} />}
    </>
  );
}

/** The saved referral on paper, in place of everything else on the page. */
function ReferralSheet({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const { settings } = useServices();
  return createPortal(
    <RecordContextProvider value={referral}>
      <article className={`${styles.sheet} paper-only`}>
        <p className={styles.brand}>
          <bdi>{settings.brandName}</bdi>
        </p>
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
        <ConfidentialityNotice className={styles.confidential} />
      </article>
    </RecordContextProvider>,
    document.body,
  );
}
