import type { HeldReferralRecord } from '../../dataProvider/heldReferrals';
import { HOLD_REASONS } from '../../../contract/constants';
import { useStaffT } from '../../i18n/useStaffT';

/** Why it was set apart, in words. */
export function HoldReasonField({ referral: { suspected } }: { referral: HeldReferralRecord }) {
  const t = useStaffT();
  return t(`suspected.${HOLD_REASONS.find((known) => known === suspected) ?? 'other'}`);
}
