import type { SuspectedRecord } from '../../dataProvider/suspected';
import { HOLD_REASONS } from '../../../contract/constants';
import { useStaffT } from '../../i18n/useStaffT';

/** Why it was set apart, in words. */
export function SuspectedReason({ referral: { suspected } }: { referral: SuspectedRecord }) {
  const t = useStaffT();
  return t(`suspected.${HOLD_REASONS.find((known) => known === suspected) ?? 'other'}`);
}
