import { useStaffT } from '../../../i18n/useStaffT';
import { CloseButton, Dialog } from '../../../admin/dialog/Dialog';
import { NoteText } from './NoteText';
import type { ReferralDialogProps } from './ReferralDialog';

/** The note viewer (spec section 2, "Dialogs on referrals"). */
export function NoteDialog({ referral, onClose }: ReferralDialogProps) {
  const t = useStaffT();
  const title = t('noteDialog.title', { first: referral.first_name, last: referral.last_name });
  return (
    <Dialog title={title} onClose={onClose} actions={<CloseButton />}>
      <NoteText notes={referral.notes} />
    </Dialog>
  );
}
