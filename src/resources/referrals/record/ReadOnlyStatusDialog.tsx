import { CloseButton, type RowDialogProps, useRefetchList } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import { useServices, useSession } from '../../../app/services';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { StatusMessage } from '../../../ui/Message';
import { WithPhone } from '../../../ui/PhoneLink';
import { isOwnAccount } from '../../ownAccount';
import { useContactHere } from '../contact/useContactHere';
import styles from '../ReferralDialogs.module.css';
import { NoteText, StatusField } from '../referralFields';
import { EndingPart } from './EndingInput';
import { ReadOnlyOwner } from './OwnerInput';
import { RecordDialog } from './RecordDialog';

/** A referral's status dialog for those who may not change it (spec section 6). */
export function ReadOnlyStatusDialog({
  record: referral,
  onClose,
}: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  useRefetchList(RESOURCES.referrals);
  const here = useContactHere(referral);
  return (
    <RecordDialog referral={referral} here={here} onClose={onClose} actions={<CloseButton />}>
      <MoreInfoMessage referral={referral} />
      <section className={styles.part}>
        <h3>{t('statusDialog.status')}</h3>
        <div>
          <StatusField />
        </div>
      </section>
      <EndingPart />
      <section className={styles.part}>
        <h3>{t('statusDialog.intakeNote')}</h3>
        <NoteText notes={referral.notes} />
      </section>
      <ReadOnlyOwner />
    </RecordDialog>
  );
}

/**
 * 'More Info Needed' asks the referrer to contact the provider's support line (spec section 4). Other staff, who would be asked to
 * call themselves, see the status alone.
 */
function MoreInfoMessage({ referral: { status, user_info } }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const { user } = useSession();
  const { supportPhone: phone, supportPhoneHref: href } = useServices().settings;
  if (status !== 'More Info Needed' || !isOwnAccount(user, user_info)) return null;
  return (
    <StatusMessage variant="note">
      {phone ? (
        <WithPhone text={t('statusDialog.moreInfoPhone', { phone })} phone={phone} href={href} />
      ) : (
        t('statusDialog.moreInfo')
      )}
    </StatusMessage>
  );
}
