import CheckIcon from '@mui/icons-material/Check';
import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import tag from '../../../admin/field/tag.module.css';
import styles from './Fields.module.css';

/** A check icon for who sees only the referrals they created (spec section 2, "Account List page"). */
export function OwnReferralsOnly({ account }: { account: AccountRecord }) {
  const t = useStaffT();
  if (account.created_referrals_only) {
    return <CheckIcon titleAccess={t('accounts.yes')} className={styles.check} />;
  }
  return (
    <>
      <span aria-hidden="true" className={tag.none}>
        –
      </span>
      <span className="visually-hidden">{t('accounts.no')}</span>
    </>
  );
}
