import { LENGTHS } from '../../../../contract/constants';
import { getRoleTraits } from '../../../../contract/roles';
import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import { CheckField } from '../../../shared/CheckField';
import { TextField } from '../../../shared/TextFields';
import { ManagerSites, ReferralSite } from './SiteFields';
import type { UpdateUser } from './useUpdateUser';

interface Props {
  account: AccountRecord;
  form: UpdateUser;
}

/** What can be changed of an account, by its role (spec section 2, "Account List page"). */
export function UpdateUserFields({ account, form: { values, change, flagged } }: Props) {
  const t = useStaffT();
  const { role, username } = account;
  const has = getRoleTraits(role).sites;
  const sites = {
    account,
    chosen: values.sites,
    onChange: (chosen: typeof values.sites) => change({ sites: chosen }),
  };
  return (
    <>
      <TextField
        name="fullname"
        autoComplete="off"
        label={t('updateUser.fullname')}
        maxLength={LENGTHS.name}
        value={values.fullname}
        onChange={(event) => change({ fullname: event.target.value })}
        error={flagged.includes('fullname') ? t('updateUser.fullnameRequired') : undefined}
      />
      <TextField
        type="email"
        label={t('updateUser.email')}
        hint={t('updateUser.emailHint')}
        readOnly
        value={username}
      />
      {/* A super user sees every referral anyway. */}
      {has !== 'all' && (
        <CheckField
          name="created_referrals_only"
          label={t('updateUser.createdReferralsOnly')}
          checked={values.created_referrals_only}
          onChange={(event) => change({ created_referrals_only: event.target.checked })}
        />
      )}
      {has === 'chosen' && <ManagerSites {...sites} />}
      {has === 'one' && (
        <ReferralSite
          {...sites}
          flag={flagged.includes('site') ? t('updateUser.siteRequired') : undefined}
        />
      )}
    </>
  );
}
