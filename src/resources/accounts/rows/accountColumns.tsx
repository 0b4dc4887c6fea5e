import type { ReactNode } from 'react';
import type { StaffTextKey } from '../../../i18n/catalogues/keys';
import { Schools } from '../../../staff/Schools';
import { AccountName } from '../fields/AccountName';
import { OwnReferralsOnly } from '../fields/OwnReferralsOnly';
import { ApprovalButton } from './ApprovalButton';
import { type CellProps, nameId } from './cellProps';
import { UpdateButton } from './UpdateButton';

interface AccountColumn {
  readonly label: StaffTextKey;
  readonly cell: (props: CellProps) => ReactNode;
  /** Where a card has it, when not in its list of fields: as its heading, which names it, or among its buttons. */
  readonly onCard?: 'heading' | 'buttons';
  /** The room it takes in the table, where what is long is broken within a word: names, or an e-mail. */
  readonly room?: 'words' | 'email';
}

/** The columns of the Account List in the order of the specification (section 2); cards draw the same ones. */
export const ACCOUNT_COLUMNS: readonly AccountColumn[] = [
  {
    label: 'accounts.name',
    cell: ({ account }) => <AccountName account={account} id={nameId(account)} />,
    onCard: 'heading',
    room: 'words',
  },
  { label: 'accounts.email', cell: ({ account }) => account.username, room: 'email' },
  { label: 'accounts.schools', cell: Schools, room: 'words' },
  { label: 'accounts.role', cell: ({ account }) => account.role },
  { label: 'accounts.update', cell: UpdateButton, onCard: 'buttons' },
  { label: 'accounts.deactivate', cell: ApprovalButton, onCard: 'buttons' },
  { label: 'accounts.createdReferralsOnly', cell: OwnReferralsOnly },
];
