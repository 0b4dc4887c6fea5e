import { useStaffT } from '../../../i18n/useStaffT';
import { useCan } from '../../../shared/useCan';
import tag from '../../../admin/field/tag.module.css';
import type { CellProps } from './cellProps';
import { RowButton } from './RowButton';

/** Whether the person referred has a login of their own; if not, the way to one, for who may (spec section 4, "Referral account"). */
export function AccountStatus(props: CellProps) {
  const t = useStaffT();
  const canCreateLogin = useCan('referral.createLogin');
  if (props.referral.has_account) {
    return <span className={tag.brand}>{t('referrals.hasAccount')}</span>;
  }
  if (!canCreateLogin) return <span className={tag.none}>{t('referrals.noAccount')}</span>;
  return (
    <RowButton {...props} opens="login">
      {t('referrals.createLogin')}
    </RowButton>
  );
}
