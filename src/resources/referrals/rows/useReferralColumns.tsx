import { type ReactNode, useMemo } from 'react';
import type { TextKey } from '../../../i18n/catalogues/en';
import { useCan } from '../../../shared/useCan';
import { AccountStatus } from '../fields/AccountStatus';
import { EntryDate } from '../fields/EntryDate';
import { ReferrerName } from '../fields/ReferrerName';
import { Sex } from '../fields/Sex';
import { StatusTag } from '../fields/StatusTag';
import { SubstanceTags } from '../fields/SubstanceTags';
import type { CellProps } from './cellProps';
import { NameButton } from './NameButton';
import { OpenReferralButton } from './OpenReferralButton';
import { SeeNotesButton } from './SeeNotesButton';

export interface ReferralColumn {
  readonly label: TextKey;
  readonly cell: (props: CellProps) => ReactNode;
  /**
   * The room it takes in the table: `oneLine` for what is short or read digit by digit, `name` for what may be one very
   * long word, `wide` for what is many.
   */
  readonly room?: 'oneLine' | 'name' | 'wide';
  /** Where a card has it, when not in its list of fields: in its head, or among its buttons. */
  readonly onCard?: 'head' | 'buttons';
}

const FIELDS: readonly ReferralColumn[] = [
  {
    label: 'referrals.accountStatus',
    cell: ({ referral }) => <AccountStatus hasAccount={referral.has_account} />,
  },
  {
    label: 'referrals.firstName',
    cell: (props) => <NameButton {...props}>{props.referral.first_name}</NameButton>,
    room: 'name',
    onCard: 'head',
  },
  {
    label: 'referrals.lastName',
    cell: ({ referral }) => referral.last_name,
    room: 'name',
    onCard: 'head',
  },
  {
    label: 'referrals.contactNumber',
    cell: ({ referral }) => referral.contact_number,
    room: 'oneLine',
  },
  { label: 'referrals.site', cell: ({ referral }) => referral.site.label, room: 'name' },
  { label: 'referrals.sex', cell: ({ referral }) => <Sex sex={referral.sex} /> },
  // A date without a time: text from end to end, so that no time zone can shift it.
  { label: 'referrals.dob', cell: ({ referral }) => referral.dob, room: 'oneLine' },
  {
    label: 'referrals.substances',
    cell: ({ referral }) => <SubstanceTags substances={referral.substance} />,
    room: 'wide',
  },
  {
    label: 'referrals.status',
    cell: ({ referral }) => <StatusTag status={referral.status} />,
    onCard: 'head',
  },
  { label: 'referrals.trackingId', cell: ({ referral }) => referral.tracking_id, room: 'oneLine' },
  {
    label: 'referrals.referredBy',
    cell: ({ referral }) => <ReferrerName referral={referral} />,
    room: 'name',
  },
  {
    label: 'referrals.entryDate',
    cell: ({ referral }) => <EntryDate value={referral.entry_date} />,
  },
];

/** The columns of the Referral List in the order of the specification (section 2); cards draw the same ones. */
export function useReferralColumns(): readonly ReferralColumn[] {
  const canUpdate = useCan('referral.update');
  return useMemo(
    () => [
      ...FIELDS,
      { label: 'referrals.notes', cell: SeeNotesButton, onCard: 'buttons' },
      {
        label: canUpdate ? 'referrals.update' : 'referrals.details',
        cell: OpenReferralButton,
        onCard: 'buttons',
      },
    ],
    [canUpdate],
  );
}
