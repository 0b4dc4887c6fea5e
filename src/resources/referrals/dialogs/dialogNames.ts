import type { ReferralRecord } from '../../../dataProvider/referrals';

/** The dialogs a row can open. */
export type DialogName = 'status' | 'note' | 'login' | 'delete';
export type OpenDialog = (name: DialogName, referral: ReferralRecord) => void;
