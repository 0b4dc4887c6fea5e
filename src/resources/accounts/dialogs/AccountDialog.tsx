import type { ComponentType } from 'react';
import type { AccountRecord } from '../../../dataProvider/accounts';
import type { DialogName } from './dialogNames';
import { UpdateUserDialog } from '../updateUser/UpdateUserDialog';
import { DeactivateDialog } from './DeactivateDialog';
import { ReactivateDialog } from './ReactivateDialog';

/** What every dialog on an account is given. */
export interface AccountDialogProps {
  readonly account: AccountRecord;
  readonly onClose: () => void;
}

const DIALOGS: Readonly<Record<DialogName, ComponentType<AccountDialogProps>>> = {
  update: UpdateUserDialog,
  deactivate: DeactivateDialog,
  reactivate: ReactivateDialog,
};

/** The dialog of that name on an account (spec section 2, "Account List page"). */
export function AccountDialog({ name, ...props }: AccountDialogProps & { name: DialogName }) {
  const Dialog = DIALOGS[name];
  return <Dialog {...props} />;
}
