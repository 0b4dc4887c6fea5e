import { useT } from '../../../i18n/I18nProvider';
import { useCan } from '../../../shared/useCan';
import type { CellProps } from './cellProps';
import { RowButton } from './RowButton';

/** Opens the status dialog; named for what the person may do there (spec section 2). */
export function OpenReferralButton(props: CellProps) {
  const t = useT();
  const canUpdate = useCan('referral.update');
  return (
    <RowButton {...props} opens="status">
      {t(canUpdate ? 'referrals.update' : 'referrals.details')}
    </RowButton>
  );
}
