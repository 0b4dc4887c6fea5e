import { useStaffT } from '../../../i18n/useStaffT';
import { StatusTag } from '../fields/StatusTag';
import { AccessHistory } from '../../../staff/AccessHistory';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import { useRefetchList } from '../../../admin/dialog/useRefetchList';
import { PrintButton } from '../print/PrintButton';
import { MoreInfoMessage } from './MoreInfoMessage';
import { NoteText } from './NoteText';
import { ReferralDetails } from './ReferralDetails';
import styles from './StatusDialog.module.css';
import type { ReferralDialogProps } from './ReferralDialog';
import { useStatusTitle } from './useStatusTitle';

/** The status dialog of a manager: everything readable as it is now, nothing to change. */
export function ReadStatusDialog({ referral, onClose }: ReferralDialogProps) {
  const t = useStaffT();
  const title = useStatusTitle(referral);
  useRefetchList('referrals');
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <PrintButton referral={referral} />
          <CloseButton />
        </>
      }
    >
      <div className={styles.parts}>
        <MoreInfoMessage status={referral.status} />
        <section className={styles.part}>
          <h3>{t('statusDialog.status')}</h3>
          <div>
            <StatusTag status={referral.status} />
          </div>
        </section>
        <section className={styles.part}>
          <h3>{t('statusDialog.notes')}</h3>
          <NoteText notes={referral.notes} />
        </section>
        <ReferralDetails referral={referral} />
        <AccessHistory trackingId={referral.tracking_id} />
      </div>
    </Dialog>
  );
}
