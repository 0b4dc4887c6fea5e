import type { ComponentType } from 'react';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import type { DialogName } from './dialogNames';
import { CreateLoginDialog } from './CreateLoginDialog';
import { DeleteDialog } from './DeleteDialog';
import { NoteDialog } from './NoteDialog';
import { StatusDialog } from './StatusDialog';

/** What every dialog on a referral is given. */
export interface ReferralDialogProps {
  readonly referral: ReferralRecord;
  readonly onClose: () => void;
}

const DIALOGS: Readonly<Record<DialogName, ComponentType<ReferralDialogProps>>> = {
  status: StatusDialog,
  note: NoteDialog,
  login: CreateLoginDialog,
  delete: DeleteDialog,
};

/** The dialog of that name on a referral (spec section 2, "Dialogs on referrals"). */
export function ReferralDialog({ name, ...props }: ReferralDialogProps & { name: DialogName }) {
  const Dialog = DIALOGS[name];
  return <Dialog {...props} />;
}
