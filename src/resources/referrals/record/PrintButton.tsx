import { RecordContextProvider } from 'react-admin';
import { createPortal } from 'react-dom';
import { ConfidentialityNotice, PrintedBy, usePrinting } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../ui/Button';
import { useServices } from '../../../app/services';
import { HistoryList } from './history/HistoryList';
import { useHistory } from '../useHistory';
import { EndingPart } from './EndingInput';
import { ReadOnlyOwner } from './OwnerInput';
import { NoteText, StatusField } from '../referralFields';
import styles from './PrintButton.module.css';
import { ReferralDetails } from './ReferralDetails';

/** Prints the referral of its dialog. The browser's own print command does the same while the button is mounted. */
export function PrintButton({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const isPrinting = usePrinting();
  return (
    <>
      <Button variant="quiet" onClick={() => window.print()}>
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
        <div className={styles.head}>
          <p className={styles.brand}>
            <bdi>{settings.brandName}</bdi>
          </p>
          <PrintedBy />
        </div>
        <h1>{t('statusDialog.referral')}</h1>
        {/* Above all it protects: on page 1, however long the record is. */}
        <ConfidentialityNotice className={styles.confidential} />
        <section>
          <h3>{t('statusDialog.status')}</h3>
          <StatusField />
        </section>
        <EndingPart />
        <ReadOnlyOwner />
        <ReferralDetails />
        <section>
          <h3>{t('statusDialog.intakeNote')}</h3>
          <NoteText notes={referral.notes} />
        </section>
        <HistoryOnPaper referral={referral} />
      </article>
    </RecordContextProvider>,
    document.body,
  );
}

/** All of the history that the dialog has loaded. */
function HistoryOnPaper({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const { data } = useHistory(referral);
  if (!data || data.events.length === 0) return null;
  return (
    <section>
      <h3>{t('history.title')}</h3>
      <HistoryList events={data.events} isFull />
    </section>
  );
}
