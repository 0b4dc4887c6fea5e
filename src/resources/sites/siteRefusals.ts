import { STALE_DETAIL } from '../../../contract/constants';
import type { StaffTextKey } from '../../i18n/textKeys';

type Texts = Readonly<Record<string, StaffTextKey>>;

/** Why a server refuses a change to a site, where we know its words. */
export const DETAILS: Texts = {
  'Site already exists': 'sites.alreadyExists',
  'This site is part of the referral form and cannot be changed': 'sites.protected',
  'Not Found': 'sites.gone',
  [STALE_DETAIL]: 'sites.changed',
};
export const FIELDS: Texts = { name: 'sites.nameRefused' };
