import type { AccountRecord } from '../../../dataProvider/accounts';

/** The dialogs a row can open. */
export type DialogName = 'update' | 'deactivate' | 'reactivate';
export type OpenDialog = (name: DialogName, account: AccountRecord) => void;
