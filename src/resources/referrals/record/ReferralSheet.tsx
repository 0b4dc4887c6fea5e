import { RecordContextProvider } from 'react-admin';
import { createPortal } from 'react-dom';
import { ConfidentialityNotice, PrintedBy } from '../../../admin';
import { useServices } from '../../../app/services';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { formatDate } from '../../../i18n/format';
import { useLanguage } from '../../../i18n/I18nProvider';
import { today } from '../../../i18n/providerTime';
import { useStaffT } from '../../../i18n/useStaffT';
import { NoteText, StatusField } from '../referralFields';
import { useHistory } from '../useHistory';
import { EndingPart } from './EndingInput';
import { HistoryList } from './history/HistoryList';
import { ReadOnlyOwner } from './OwnerInput';
import styles from './ReferralSheet.module.css';
import { ReferralDetails } from './ReferralDetails';
import { eventsWithoutOthers, referralWithoutOthers } from './withoutOthers';

interface Props {
  readonly referral: ReferralRecord;
  /** Whether its person gets it: without the names of other people, staff's too. */
  readonly isCopy?: boolean;
}

/** The saved referral on paper, in place of everything else on the page. */
export function ReferralSheet({ referral, isCopy = false }: Props) {
  const t = useStaffT();
  const { language } = useLanguage();
  const { settings } = useServices();
  const shown = isCopy ? referralWithoutOthers(referral, t('sheet.leftOut')) : referral;
  return createPortal(
    <RecordContextProvider value={shown}>
      <article className={`${styles.sheet} ${isCopy ? styles.copy : ''} paper-only`}>
        <div className={styles.head}>
          <p className={styles.brand}>
            <bdi>{settings.brandName}</bdi>
          </p>
          {isCopy ? (
            <p>{t('sheet.copy', { date: formatDate(today(), language) })}</p>
          ) : (
            <PrintedBy />
          )}
        </div>
        <h1>{t('statusDialog.referral')}</h1>
        {/* Above all it protects: on page 1, however long the record is. */}
        <ConfidentialityNotice className={styles.confidential} />
        <section>
          <h3>{t('statusDialog.status')}</h3>
          <StatusField />
        </section>
        <EndingPart />
        {!isCopy && <ReadOnlyOwner />}
        <ReferralDetails />
        <section>
          <h3>{t('statusDialog.intakeNote')}</h3>
          <NoteText notes={shown.notes} />
        </section>
        <HistoryOnPaper referral={referral} isCopy={isCopy} />
      </article>
    </RecordContextProvider>,
    document.body,
  );
}

/** All of the history that the dialog has loaded. */
function HistoryOnPaper({ referral, isCopy }: Required<Props>) {
  const t = useStaffT();
  const { data } = useHistory(referral);
  if (!data || data.events.length === 0) return null;
  const events = isCopy ? eventsWithoutOthers(data.events, t('sheet.leftOut')) : data.events;
  return (
    <section>
      <h3>{t('history.title')}</h3>
      <HistoryList events={events} isFull />
    </section>
  );
}
