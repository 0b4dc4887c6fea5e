import { useGetList } from 'react-admin';
import type { Manager } from '../../../../contract/entities/account';
import type { ReferralChange, ReferralRecord } from '../../../dataProvider/referrals';
import type { StaffTextKey } from '../../../i18n/textKeys';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { RESOURCES } from '../../../shared/routes';
import { ConflictNotice, type ConflictRow, type ConflictState } from '../../../admin';

/** The server's answer for a referral that does not exist or that the person may not see. */
export const GONE: Readonly<Record<string, StaffTextKey>> = { 'Not Found': 'referrals.gone' };

interface Props {
  state: ConflictState;
  /** The referral as it was seen, and as it is now. */
  before: ReferralRecord | undefined;
  now: ReferralRecord;
  /** What was touched here, and with what. */
  entered?: Partial<ReferralChange>;
  onReadAgain: () => void;
  onKeep?: () => void;
  onSave?: () => void;
}

/** What someone else changed in a referral, beside what was entered here. */
export function ReferralConflictNotice({ before, now, entered = {}, ...note }: Props) {
  const t = useStaffT();
  const valueText = useValueText();
  const statusText = (status: string) => valueText('referralStatus', status);
  // Those that AssignReferrer has loaded.
  const { data: managers = [] } = useGetList<Manager & { id: string }>(
    RESOURCES.managers,
    {},
    { enabled: false },
  );
  const nameOf = (managerId: string) => managers.find(({ id }) => id === managerId)?.fullname;
  const rows: (ConflictRow | false)[] = before
    ? [
        before.status !== now.status && {
          label: t('statusDialog.status'),
          now: statusText(now.status),
          mine: entered.status && statusText(entered.status),
        },
        (before.notes ?? '') !== (now.notes ?? '') && {
          label: t('statusDialog.notes'),
          now: now.notes ?? '',
          mine: entered.notes ?? undefined,
        },
        referrerOf(before) !== referrerOf(now) && {
          label: t('referrer.title'),
          now: referrerOf(now) || t('referrals.guest'),
          mine: entered.referred_by ? nameOf(entered.referred_by) : undefined,
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

export const referrerOf = ({ user_info }: ReferralRecord) => user_info?.fullname ?? '';
