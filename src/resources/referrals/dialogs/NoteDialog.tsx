import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useT } from '../../../i18n/I18nProvider';
import { CloseButton } from './CloseButton';
import { DialogFrame } from './DialogFrame';
import { NoteText } from './NoteText';

interface Props {
  referral: ReferralRecord;
  onClose: () => void;
}

/** The note viewer (spec section 2, "Dialogs on referrals"). */
export function NoteDialog({ referral, onClose }: Props) {
  const t = useT();
  const title = t('noteDialog.title', { first: referral.first_name, last: referral.last_name });
  return (
    <DialogFrame title={title} onClose={onClose} actions={<CloseButton onClick={onClose} />}>
      <NoteText notes={referral.notes} />
    </DialogFrame>
  );
}
