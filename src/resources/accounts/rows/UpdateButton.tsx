import { useStaffT } from '../../../i18n/useStaffT';
import { useCan } from '../../../shared/useCan';
import { AccountButton } from './AccountButton';
import type { CellProps } from './cellProps';

/** Opens the Update User modal (spec section 2, "Account List page"). */
export function UpdateButton(props: CellProps) {
  const t = useStaffT();
  if (!useCan('account.update')) return null;
  return (
    <AccountButton {...props} opens="update">
      {t('accounts.update')}
    </AccountButton>
  );
}
