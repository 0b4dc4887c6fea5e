import { useGetList } from 'react-admin';
import type { Manager } from '../../../../contract/entities/account';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import type { ConflictRow } from '../../../staff/ConflictNote';
import { STATUS_TEXTS } from '../referralTexts';
import type { StatusValues } from './useStatusForm';

const notesOf = ({ notes }: ReferralRecord) => notes ?? '';
const referrerOf = ({ user_info }: ReferralRecord) => user_info?.fullname ?? '';

/** What a referral has in some of the fields of the form, to tell whether they changed. */
export function fieldsOf(referral: ReferralRecord, fields: Partial<StatusValues>): string {
  return JSON.stringify([
    fields.status !== undefined && referral.status,
    fields.notes !== undefined && notesOf(referral),
    fields.referred_by !== undefined && referrerOf(referral),
  ]);
}

/**
 * Makes the rows of what someone else changed in a referral.
 * @param entered what was touched here, and with what
 */
export function useConflictRows() {
  const t = useStaffT();
  // As the dialog has read them; not read for this.
  const { data: managers = [] } = useGetList<Manager & { id: string }>(
    'managers',
    {},
    { enabled: false },
  );
  const nameOf = (managerId: string) => managers.find(({ id }) => id === managerId)?.fullname;
  const mine = (text: string | undefined) => (text === undefined ? {} : { mine: text });

  return (
    before: ReferralRecord | undefined,
    now: ReferralRecord,
    entered: Partial<StatusValues> = {},
  ): ConflictRow[] => {
    if (!before) return [];
    const rows: (ConflictRow | false)[] = [
      before.status !== now.status && {
        label: t('statusDialog.status'),
        now: t(STATUS_TEXTS[now.status]),
        ...mine(entered.status && t(STATUS_TEXTS[entered.status])),
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
    ];
    return rows.filter((row) => row !== false);
  };
}
