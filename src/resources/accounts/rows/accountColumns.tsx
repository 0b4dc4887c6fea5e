import type { ReactNode } from 'react';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { EmailField } from '../../../admin/field/EmailField';
import { Schools } from '../../../staff/Schools';
import { AccountName } from '../fields/AccountName';
import { OwnReferralsOnly } from '../fields/OwnReferralsOnly';
import { ApprovalButton } from './ApprovalButton';
import { type CellProps, nameId } from './cellProps';
import { UpdateButton } from './UpdateButton';

export interface AccountColumn {
  readonly label: StaffTextKey;
  readonly cell: (props: CellProps) => ReactNode;
  /** Where a card has it, when not as a usual field: as its heading, which names it, among its buttons, or as a long field. */
  readonly onCard?: 'heading' | 'buttons' | 'long';
  /** The room it takes in the table, where what is long is broken within a word. */
  readonly room?: 'words';
}

/** The columns of the Account List in the order of the specification (section 2); cards draw the same ones. */
export const ACCOUNT_COLUMNS: readonly AccountColumn[] = [
  {
    label: 'accounts.name',
    cell: ({ account }) => <AccountName account={account} id={nameId(account)} />,
    onCard: 'heading',
    room: 'words',
  },
  {
    label: 'accounts.email',
    cell: ({ account }) => <EmailField address={account.username} />,
    onCard: 'long',
  },
  { label: 'accounts.schools', cell: Schools, room: 'words' },
  { label: 'accounts.role', cell: ({ account }) => account.role },
  { label: 'accounts.update', cell: UpdateButton, onCard: 'buttons' },
  { label: 'accounts.deactivate', cell: ApprovalButton, onCard: 'buttons' },
  { label: 'accounts.createdReferralsOnly', cell: OwnReferralsOnly },
];
