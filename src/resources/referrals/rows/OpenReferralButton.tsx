import { useStaffT } from '../../../i18n/useStaffT';
import { useCan } from '../../../shared/useCan';
import type { CellProps } from './cellProps';
import { RowButton } from './RowButton';

/** Opens the status dialog; named for what the person may do there (spec section 2). */
export function OpenReferralButton(props: CellProps) {
  const t = useStaffT();
  const canUpdate = useCan('referral.update');
  return (
    <RowButton {...props} opens="status">
      {t(canUpdate ? 'referrals.update' : 'referrals.details')}
    </RowButton>
  );
}
