import { useT } from '../../../i18n/I18nProvider';
import tag from './tag.module.css';

/** Whether the person referred has a login of their own (spec section 4, "Referral account"). */
export function AccountStatus({ hasAccount }: { hasAccount: boolean }) {
  const t = useT();
  if (!hasAccount) return <span className={tag.none}>{t('referrals.noAccount')}</span>;
  return <span className={tag.brand}>{t('referrals.hasAccount')}</span>;
}
