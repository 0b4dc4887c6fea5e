import { RecordContextProvider } from 'react-admin';
import { CloseButton, Dialog, type RowDialogProps, useRefetchList } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { RESOURCES } from '../../../shared/routes';
import { AccessHistory } from '../../../staff/auditLink';
import { PrintButton } from '../print/PrintButton';
import { StatusField } from '../referralFields';
import { EditStatusDialog } from './EditStatusDialog';
import { MoreInfoMessage } from './MoreInfoMessage';
import { NoteText } from './NoteDialog';
import { ReferralDetails } from './ReferralDetails';
import styles from './StatusDialog.module.css';

interface Props extends RowDialogProps<ReferralRecord> {
  /** Whether the person may change the referral. */
  readonly canEdit: boolean;
}

/** A referral's status dialog: super users edit, others read (spec section 6). */
export function StatusDialog({ canEdit, ...props }: Props) {
  return canEdit ? <EditStatusDialog {...props} /> : <ReadStatusDialog {...props} />;
}

function ReadStatusDialog({ record: referral, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  const name = `${referral.first_name} ${referral.last_name}`;
  useRefetchList(RESOURCES.referrals);
  return (
    <Dialog
      title={t('statusDialog.title', { name })}
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
