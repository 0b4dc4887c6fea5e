import type { ReactNode } from 'react';
import type { AccountRecord } from '../../../dataProvider/accounts';
import type { StaffTextKey } from '../../../i18n/catalogues/keys';
import { AccountName } from '../fields/AccountName';
import { OwnReferralsOnly } from '../fields/OwnReferralsOnly';
import { Schools } from '../../../staff/Schools';

/** What a cell draws. */
interface CellProps {
  readonly account: AccountRecord;
}

interface AccountColumn {
  readonly label: StaffTextKey;
  readonly cell: (props: CellProps) => ReactNode;
  /** Names the row: the table's row header, the card's heading. */
  readonly isName?: true;
}

/** The columns of the Account List in the order of the specification (section 2); cards draw the same ones. */
export const ACCOUNT_COLUMNS: readonly AccountColumn[] = [
  { label: 'accounts.name', cell: AccountName, isName: true },
  { label: 'accounts.email', cell: ({ account }) => account.username },
  { label: 'accounts.schools', cell: Schools },
  { label: 'accounts.role', cell: ({ account }) => account.role },
  { label: 'accounts.createdReferralsOnly', cell: OwnReferralsOnly },
];
