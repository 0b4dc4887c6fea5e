import { type ReactNode, useMemo } from 'react';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useCan } from '../../../shared/useCan';
import { AccountStatus } from '../rows/AccountStatus';
import { EntryDate } from '../fields/EntryDate';
import { ReferrerName } from '../fields/ReferrerName';
import { Sex } from '../fields/Sex';
import { StatusTag } from '../fields/StatusTag';
import { SubstanceTags } from '../fields/SubstanceTags';
import type { CellProps } from '../rows/cellProps';
import { DeleteButton } from '../rows/DeleteButton';
import { NameButton } from '../rows/NameButton';
import { OpenReferralButton } from '../rows/OpenReferralButton';
import { SeeNotesButton } from '../rows/SeeNotesButton';

export interface ReferralColumn {
  readonly label: StaffTextKey;
  readonly cell: (props: CellProps) => ReactNode;
  /**
   * The room it takes in the table: `oneLine` for what is short or read digit by digit, `name` for what may be one very
   * long word, `place` for several, `wide` for what is many.
   */
  readonly room?: 'oneLine' | 'name' | 'place' | 'wide';
  /** Where a card has it, when not in its list of fields: in its head, or among its buttons. */
  readonly onCard?: 'head' | 'buttons';
  /** Stays at the table's start or end while the rest scrolls. */
  readonly pin?: 'pinStart' | 'pinEnd';
  /** Cannot be hidden. */
  readonly stays?: true;
}

const FIELDS: readonly ReferralColumn[] = [
  { label: 'referrals.accountStatus', cell: AccountStatus },
  {
    label: 'referrals.firstName',
    cell: (props) => <NameButton {...props}>{props.referral.first_name}</NameButton>,
    room: 'name',
    pin: 'pinStart',
    onCard: 'head',
    stays: true,
  },
  {
    label: 'referrals.lastName',
    cell: ({ referral }) => referral.last_name,
    room: 'name',
    onCard: 'head',
    stays: true,
  },
  {
    label: 'referrals.contactNumber',
    cell: ({ referral }) => referral.contact_number,
    room: 'oneLine',
  },
  { label: 'referrals.site', cell: ({ referral }) => referral.site.label, room: 'place' },
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

const DELETE: ReferralColumn = {
  label: 'referrals.delete',
  cell: DeleteButton,
  pin: 'pinEnd',
  onCard: 'buttons',
  stays: true,
};

/** The columns of the Referral List in the order of the specification (section 2); cards draw the same ones. */
export function useReferralColumns(): readonly ReferralColumn[] {
  const canUpdate = useCan('referral.update');
  const canDelete = useCan('referral.delete');
  return useMemo(
    (): readonly ReferralColumn[] => [
      ...FIELDS,
      { label: 'referrals.notes', cell: SeeNotesButton, onCard: 'buttons' },
      {
        label: canUpdate ? 'referrals.update' : 'referrals.details',
        cell: OpenReferralButton,
        pin: 'pinEnd',
        onCard: 'buttons',
        stays: true,
      },
      ...(canDelete ? [DELETE] : []),
    ],
    [canUpdate, canDelete],
  );
}
