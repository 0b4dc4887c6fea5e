import { useStaffT } from '../../../i18n/useStaffT';
import { useSession } from '../../../shared/services';
import { useCan } from '../../../shared/useCan';
import tag from '../../../admin/field/tag.module.css';
import { AccountButton } from './AccountButton';
import type { CellProps } from './cellProps';

/** Opens the question whether to shut the account out, or to let it in again; nobody can do so to themselves. */
export function ApprovalButton(props: CellProps) {
  const t = useStaffT();
  const { user } = useSession();
  const { approved, username } = props.account;
  const action = approved ? 'deactivate' : 'reactivate';
  const canDo = useCan(`account.${action}`);

  if (user?.username.toLowerCase() === username.toLowerCase()) {
    return <span className={tag.brand}>{t('accounts.you')}</span>;
  }
  if (!canDo) return null;
  return (
    <AccountButton {...props} opens={action}>
      {t(`accounts.${action}`)}
    </AccountButton>
  );
}
