import { RecordContextProvider } from 'react-admin';
import type { ReferralStatus } from '../../../../contract/constants';
import { CloseButton, Dialog, type RowDialogProps, useRefetchList } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { StatusMessage } from '../../../shared/Message';
import { RESOURCES } from '../../../shared/routes';
import { useServices } from '../../../shared/services';
import { AccessHistory } from '../../../staff/auditLink';
import { nameOf, StatusField } from '../referralFields';
import { NoteText } from './NoteDialog';
import { PrintButton } from './PrintButton';
import { ReferralDetails } from './ReferralDetails';
import styles from './ReferralDialogs.module.css';

/** A referral's status dialog for those who may not change it (spec section 6). */
export function ReadStatusDialog({ record: referral, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  useRefetchList(RESOURCES.referrals);
  return (
    <Dialog
      title={t('statusDialog.title', { name: nameOf(referral) })}
      onClose={onClose}
      actions={
        <>
          <PrintButton referral={referral} />
          <CloseButton />
        </>
      }
    >
      <RecordContextProvider value={referral}>
        <div className={styles.parts}>
          <MoreInfoMessage status={referral.status} />
          <section className={styles.part}>
            <h3>{t('statusDialog.status')}</h3>
            <div>
              <StatusField />
            </div>
          </section>
          <section className={styles.part}>
            <h3>{t('statusDialog.notes')}</h3>
            <NoteText notes={referral.notes} />
          </section>
          <ReferralDetails />
          <AccessHistory trackingId={referral.tracking_id} />
        </div>
      </RecordContextProvider>
    </Dialog>
  );
}

/** 'More Info Needed' asks to contact the provider's support line (spec section 4). */
export function MoreInfoMessage({ status }: { status: ReferralStatus }) {
  const t = useStaffT();
  const { supportPhone: phone } = useServices().settings;
  if (status !== 'More Info Needed') return null;
  return (
    <StatusMessage variant="note">
      {phone ? t('statusDialog.moreInfoPhone', { phone }) : t('statusDialog.moreInfo')}
    </StatusMessage>
  );
}
