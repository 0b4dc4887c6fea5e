import { CloseButton, ConfidentialityNotice, Dialog, type RowDialogProps } from '../../../admin';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { NoteText } from '../referralFields';

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
