import type { AccountRecord } from '../../../dataProvider/accounts';
import type { OpenDialog } from '../dialogs/dialogNames';

/** What a cell draws: the account and, for its buttons, how to open a dialog on it. */
export interface CellProps {
  readonly account: AccountRecord;
  readonly onOpen: OpenDialog;
}

/** The id of the element with the account's name: it tells whose a row's buttons are. */
export function nameId({ _id }: Pick<AccountRecord, '_id'>): string {
  return `account-${_id}`;
}
