import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../shared/Button';
import { AccessHistory } from '../../staff/AccessHistory';
import { CloseButton, Dialog } from '../../admin/dialog/Dialog';
import styles from './HeldReferralList.module.css';
import type { ReferralParts } from './suspectedDialogs';
import { HoldReasonField } from './HoldReasonField';
import { nameOf, useRelease } from './useRelease';

interface Props {
  referral: HeldReferralRecord;
  parts: ReferralParts;
  onDelete: () => void;
  onReleased: (referral: HeldReferralRecord) => void;
  onClose: () => void;
}

/** Everything known of one, to decide by; and what can be decided. */
export function HeldReferralDialog({ referral, parts, onDelete, onReleased, onClose }: Props) {
  const t = useStaffT();
  const { release, isBusy } = useRelease(referral, onReleased);
  const { details: Details, note: Note } = parts;
  const actions = (
    <>
      <CloseButton />
      <Button variant="secondary" aria-disabled={isBusy} onClick={onDelete}>
        {t('suspected.delete')}
      </Button>
      <Button busy={isBusy} onClick={release}>
        {t('suspected.release')}
      </Button>
    </>
  );

  return (
    <Dialog
      title={t('suspected.detailsOf', { name: nameOf(referral) })}
      onClose={onClose}
      actions={actions}
    >
      <div className={styles.parts}>
        <section className={styles.part}>
          <h3>{t('suspected.reason')}</h3>
          <p>
            <HoldReasonField referral={referral} />
          </p>
        </section>
        <section className={styles.part}>
          <h3>{t('statusDialog.notes')}</h3>
          <Note notes={referral.notes} />
        </section>
        <Details referral={referral} />
        <AccessHistory trackingId={referral.tracking_id} />
      </div>
    </Dialog>
  );
}
