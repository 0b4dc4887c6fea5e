import { CloseButton, ConfidentialityNotice, Dialog, type RowDialogProps } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import styles from './NoteDialog.module.css';

/** The note viewer (spec section 2, "Dialogs on referrals"). */
export function NoteDialog({ record, onClose }: RowDialogProps<ReferralRecord>) {
  const t = useStaffT();
  const title = t('noteDialog.title', { first: record.first_name, last: record.last_name });
  return (
    <Dialog title={title} onClose={onClose} actions={<CloseButton />}>
      <NoteText notes={record.notes} />
      <ConfidentialityNotice />
    </Dialog>
  );
}

/** A referral's note with its line breaks, or that there is none. */
export function NoteText({ notes }: { notes: string | null }) {
  const t = useStaffT();
  if (!notes) return <p className={styles.none}>{t('noteDialog.none')}</p>;
  return <p className={styles.note}>{notes}</p>;
}
