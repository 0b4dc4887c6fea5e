import { ACCOUNT_REFUSALS } from '../../../contract/constants';
import type { StaffTextKey } from '../../i18n/textKeys';

/** Why a server refuses to change an account, where it says so. */
export const DETAILS: Readonly<Record<string, StaffTextKey>> = {
  'Not Found': 'accounts.gone',
  [ACCOUNT_REFUSALS.oneself]: 'accountState.oneself',
  [ACCOUNT_REFUSALS.lastSuperuser]: 'accountState.lastSuperuser',
  [ACCOUNT_REFUSALS.referralDeleted]: 'accountState.referralDeleted',
};

/** Fields whose refusal has a text of its own. */
export const FIELDS: Readonly<Record<string, StaffTextKey>> = {
  fullname: 'updateUser.fullnameRefused',
  schools: 'updateUser.siteGone',
};
