import type { ComponentType } from 'react';
import { RecordContextProvider } from 'react-admin';
import {
  CloseButton,
  ConfidentialityNotice,
  Dialog,
  type RowDialogProps,
  useOpenDialog,
} from '../../admin';
import type { Elements } from '../../app/elements';
import type { DeletedReferralRecord } from '../../dataProvider/deletedReferrals';
import { useStaffT } from '../../i18n/useStaffT';
import { Button } from '../../ui/Button';
import { AccessHistory } from '../auditLink';
import { DeleteReasonField, nameOf } from './deletedReferralFields';
import styles from './DeletedReferralList.module.css';

/** Parts of the referrals resource, which the app provides. */
export interface ReferralParts {
  /** Shows the referral in RecordContext. */
  readonly details: ComponentType;
  readonly note: ComponentType<{ notes: string | null }>;
  /** Shows the status of the referral in RecordContext. */
  readonly status: ComponentType;
}

interface Props extends RowDialogProps<DeletedReferralRecord> {
  readonly parts: ReferralParts;
}

/** A deleted referral with all its details. */
export function DeletedReferralDialog({ record, parts, onClose }: Props) {
  const t = useStaffT();
  const openDialog = useOpenDialog();
  const { details: Details, note: Note, status: Status } = parts;
  return (
    <Dialog
      title={t('deleted.detailsOf', { name: nameOf(record) })}
      onClose={onClose}
      actions={
        <>
          <Button aria-haspopup="dialog" onClick={() => openDialog('putBack', record)}>
            {t('deleted.putBack')}
          </Button>
          <CloseButton />
        </>
      }
    >
      <div className={styles.parts}>
        <RecordContextProvider value={record}>
          <Part title={t('deleted.reason')}>
            <p>
              <DeleteReasonField />
            </p>
          </Part>
          <Part title={t('statusDialog.status')}>
            <p>
              <Status />
            </p>
          </Part>
          <Part title={t('statusDialog.intakeNote')}>
            <Note notes={record.notes} />
          </Part>
          <Details />
        </RecordContextProvider>
        <AccessHistory trackingId={record.tracking_id} />
        <ConfidentialityNotice />
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: Elements }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
