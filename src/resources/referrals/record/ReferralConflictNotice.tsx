import { useGetList } from 'react-admin';
import type { Manager } from '../../../../contract/entities/account';
import type { ReferralChange, ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT, useValueText } from '../../../i18n/useStaffT';
import { RESOURCES } from '../../../app/routes';
import { labelAccounts } from '../../accountLabels';
import { ConflictNotice, type ConflictRow, type useConflict } from '../../../admin';

interface Props {
  conflict: ReturnType<typeof useConflict<ReferralRecord>>;
  /** The current referral. */
  now: ReferralRecord;
  /** The touched fields with their values. */
  entered?: Partial<ReferralChange & Pick<ReferralRecord, 'owner'>>;
  onKeep?: () => void;
  onSave?: () => void;
}

/** Shows what someone else changed in a referral beside the input; nothing without a conflict. */
export function ReferralConflictNotice({ conflict, now, entered = {}, ...choices }: Props) {
  const { state, base, readAgain } = conflict;
  const t = useStaffT();
  const valueText = useValueText();
  const statusText = (status: string) => valueText('referralStatus', status);
  // The managers that AssignReferrer has loaded.
  const { data: managers = [] } = useGetList<Manager & { id: string }>(
    RESOURCES.managers,
    {},
    { enabled: false },
  );
  const labels = labelAccounts(managers);
  const referrerText = ({ user_info }: ReferralRecord) =>
    labels.get(user_info?.id ?? '') ?? user_info?.fullname;
  const owners = [base?.owner, now.owner, entered.owner].filter((owner) => !!owner);
  const ownerLabels = labelAccounts([
    ...new Map(owners.map((owner) => [owner.id, owner])).values(),
  ]);
  const ownerText = (owner: ReferralRecord['owner']) =>
    owner ? (ownerLabels.get(owner.id) ?? owner.fullname) : t('owner.nobody');
  const rows: (ConflictRow | false)[] = base
    ? [
        base.status !== now.status && {
          label: t('statusDialog.status'),
          now: statusText(now.status),
          mine: entered.status && statusText(entered.status),
        },
        (base.notes ?? '') !== (now.notes ?? '') && {
          label: t('statusDialog.notes'),
          now: now.notes ?? '',
          mine: entered.notes ?? undefined,
        },
        referrerOf(base) !== referrerOf(now) && {
          label: t('referrer.title'),
          now: referrerText(now) || t('referrals.guest'),
          mine: entered.referred_by ? labels.get(entered.referred_by) : undefined,
        },
        base.owner?.id !== now.owner?.id && {
          label: t('owner.title'),
          now: ownerText(now.owner),
          mine: entered.owner === undefined ? undefined : ownerText(entered.owner),
        },
      ]
    : [];

  if (!state) return null;
  return (
    <ConflictNotice
      state={state}
      rows={rows.filter((row) => row !== false)}
      gone={t('referrals.gone')}
      onReadAgain={readAgain}
      {...choices}
    />
  );
}

/** What tells the referrer from another: the id, or the name where the server sends no id; empty for a guest. */
export const referrerOf = ({ user_info }: Pick<ReferralRecord, 'user_info'>) =>
  user_info?.id ?? user_info?.fullname ?? '';
