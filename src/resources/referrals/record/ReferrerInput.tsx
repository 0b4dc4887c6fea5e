import { useController } from 'react-hook-form';
import { useCanAccess, useGetList } from 'react-admin';
import type { Manager } from '../../../../contract/entities/account';
import { useIsPainted } from '../../../admin';
import { RESOURCES } from '../../../app/routes';
import type { ReferralRecord } from '../../../dataProvider/referrals';
import { useStaffT } from '../../../i18n/useStaffT';
import { SingleSelect } from '../../../ui/SingleSelect';
import { ListFailure } from '../../../ui/useList';
import { labelAccounts } from '../../accountLabels';
import { useAccountText } from '../referralFields';

/** The manager accounts, any of whom can be the referrer (spec section 6). */
export const useManagers = (enabled: boolean) =>
  useGetList<Manager & { id: string }>(RESOURCES.managers, {}, { enabled });

/** The referral after a manager became its referrer. */
export function withReferrer(
  referral: ReferralRecord,
  { _id, fullname, username }: Manager,
): ReferralRecord {
  const user_info = { fullname, id: _id, ...(username && { username }) };
  const version = referral.version === undefined ? {} : { version: referral.version + 1 };
  return { ...referral, ...version, user_info };
}

/** Another referrer, whom 'Update Referral' sends; nobody at first, as a referrer cannot be removed. */
export function ReferrerInput({ referral }: { referral: ReferralRecord }) {
  const t = useStaffT();
  const { canAccess = false } = useCanAccess({ resource: RESOURCES.referrals, action: 'assign' });
  const isPainted = useIsPainted();
  const managers = useManagers(canAccess && isPainted);
  const { field } = useController({ name: 'referred_by' });
  const current = useAccountText()(referral.user_info) || t('referrals.guest');
  if (!canAccess) return null;
  const labels = labelAccounts(managers.data ?? []);
  const options = (managers.data ?? []).map(({ id, fullname }) => ({
    value: id,
    label: labels.get(id) ?? fullname,
    alias: fullname,
  }));
  return (
    <div>
      <SingleSelect
        label={t('referrer.choose')}
        name="referrer"
        optional
        hint={
          <span>
            <span>{`${t('referrer.title')}: `}</span>
            <bdi>{current}</bdi>
          </span>
        }
        options={options}
        chosen={options.find((option) => option.value === field.value) ?? null}
        onChange={(option) => field.onChange(option?.value ?? null)}
        placeholder={t(managers.isPending ? 'referrer.loading' : 'referrer.placeholder')}
        emptyText={t(managers.isPending ? 'referrer.loading' : 'referrer.none')}
      />
      {managers.isError && (
        <ListFailure
          text={t('referrer.loadFailed')}
          control="referrer"
          onRetry={() => void managers.refetch()}
        />
      )}
    </div>
  );
}
