import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { RecordContextProvider } from 'react-admin';
import {
  CloseButton,
  ConfidentialityNotice,
  Dialog,
  type RowDialogProps,
  useOpenDialog,
} from '../../admin';
import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { AccessHistory } from '../auditLink';
import { HoldReasonField, nameOf, useRelease } from './heldReferralFields';
import styles from './HeldReferralList.module.css';

/** Parts of the referrals resource, which the app provides. */
export interface ReferralParts {
  /** Shows the referral in RecordContext. */
  readonly details: ComponentType;
  readonly note: ComponentType<{ notes: string | null }>;
  readonly deleteDialog: ComponentType<RowDialogProps<HeldReferralRecord>>;
}

interface Props extends RowDialogProps<HeldReferralRecord> {
  readonly parts: ReferralParts;
}

/** A held referral with all its details, to be released or deleted. */
export function HeldReferralDialog({ record, parts, onClose }: Props) {
  const t = useStaffT();
  const openDialog = useOpenDialog();
  // Closed before the notification: screen readers do not hear the page that a dialog covers.
  const { release, isBusy } = useRelease(record, () => flushSync(onClose));
  const { details: Details, note: Note } = parts;

  return (
    <Dialog
      title={t('held.detailsOf', { name: nameOf(record) })}
      onClose={onClose}
      actions={
        <>
          <Button busy={isBusy} onClick={release}>
            {t('held.release')}
          </Button>
          <Button
            variant="secondary"
            aria-disabled={isBusy}
            onClick={() => openDialog('delete', record)}
          >
            {t('held.delete')}
          </Button>
          <CloseButton />
        </>
      }
    >
      <div className={styles.parts}>
        <RecordContextProvider value={record}>
          <section className={styles.part}>
            <h3>{t('held.reason')}</h3>
            <p>
              <HoldReasonField />
            </p>
          </section>
          <section className={styles.part}>
            <h3>{t('statusDialog.notes')}</h3>
            <Note notes={record.notes} />
          </section>
          <Details />
        </RecordContextProvider>
        <AccessHistory trackingId={record.tracking_id} />
        <ConfidentialityNotice />
      </div>
    </Dialog>
  );
}
