import { useGetList } from 'react-admin';
import type { Manager } from '../../../../contract/entities/account';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { RESOURCES } from '../../../shared/routes';
import { ConflictNotice, type ConflictRow, type ConflictState } from '../../../admin';
import { useStatusText } from '../referralTexts';
import { notesOf, referrerOf, type StatusValues } from './statusValues';

interface Props {
  state: ConflictState;
  /** The referral as it was seen, and as it is now. */
  before: ReferralRecord | undefined;
  now: ReferralRecord;
  /** What was touched here, and with what. */
  entered?: Partial<StatusValues>;
  onReadAgain: () => void;
  onKeep?: () => void;
  onSave?: () => void;
}

/** What someone else changed in a referral, beside what was entered here. */
export function ReferralConflictNotice({ before, now, entered = {}, ...note }: Props) {
  const t = useStaffT();
  const statusText = useStatusText();
  // As the dialog has read them; not read for this.
  const { data: managers = [] } = useGetList<Manager & { id: string }>(
    RESOURCES.managers,
    {},
    { enabled: false },
  );
  const nameOf = (managerId: string) => managers.find(({ id }) => id === managerId)?.fullname;
  const mine = (text: string | undefined) => (text === undefined ? {} : { mine: text });
  const rows: (ConflictRow | false)[] = before
    ? [
        before.status !== now.status && {
          label: t('statusDialog.status'),
          now: statusText(now.status),
          ...mine(entered.status && statusText(entered.status)),
        },
        notesOf(before) !== notesOf(now) && {
          label: t('statusDialog.notes'),
          now: notesOf(now),
          ...mine(entered.notes),
        },
        referrerOf(before) !== referrerOf(now) && {
          label: t('referrer.title'),
          now: referrerOf(now) || t('referrals.guest'),
          ...mine(entered.referred_by ? nameOf(entered.referred_by) : undefined),
        },
      ]
    : [];

  return (
    <ConflictNotice
      rows={rows.filter((row) => row !== false)}
      gone={t('referrals.gone')}
      {...note}
    />
  );
}
