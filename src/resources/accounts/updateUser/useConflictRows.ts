import type { AccountChange, AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import type { ConflictRow } from '../../../admin/dialog/ConflictNotice';

const namesOf = (sites: AccountChange['sites']) =>
  sites
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b))
    .join(', ');

/** Makes the rows of what someone else changed in an account. */
export function useConflictRows() {
  const t = useStaffT();
  const yesOrNo = (is: boolean) => t(is ? 'conflict.yes' : 'conflict.no');

  return (
    before: AccountRecord | undefined,
    now: AccountRecord,
    entered: Partial<AccountChange>,
  ): ConflictRow[] => {
    if (!before) return [];
    const isLimited = entered.created_referrals_only;
    const rows: (ConflictRow | false)[] = [
      before.fullname !== now.fullname && {
        label: t('updateUser.fullname'),
        now: now.fullname,
        mine: entered.fullname,
      },
      before.created_referrals_only !== now.created_referrals_only && {
        label: t('updateUser.createdReferralsOnly'),
        now: yesOrNo(now.created_referrals_only),
        mine: isLimited === undefined ? undefined : yesOrNo(isLimited),
      },
      namesOf(before.schools) !== namesOf(now.schools) && {
        label: t('conflict.sites'),
        now: namesOf(now.schools),
        mine: entered.sites && namesOf(entered.sites),
      },
      before.approved !== now.approved && {
        label: t('conflict.mayLogIn'),
        now: yesOrNo(now.approved),
      },
    ];
    return rows.filter((row) => row !== false);
  };
}
