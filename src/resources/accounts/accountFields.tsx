/** The fields of an account, from RecordContext. */
import BlockIcon from '@mui/icons-material/Block';
import CheckIcon from '@mui/icons-material/Check';
import { useRecordContext } from 'react-admin';
import tag from '../../admin/field/tag.module.css';
import { RowTitle } from '../../admin';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import styles from './AccountList.module.css';

/** The person's name, and whether the account may log in (spec section 4, "Account"). */
export function NameField() {
  const t = useStaffT();
  const account = useRecordContext<AccountRecord>();
  return (
    <span className={styles.name}>
      <RowTitle>{account?.fullname}</RowTitle>
      {!account?.approved && (
        <span className={`${tag.warning} ${styles.state}`}>
          <BlockIcon fontSize="inherit" />
          {t('accounts.notApproved')}
        </span>
      )}
    </span>
  );
}

/** A check icon for an account that sees only the referrals it created (spec section 2, "Account List page"). */
export function OwnReferralsOnlyField() {
  const t = useStaffT();
  const account = useRecordContext<AccountRecord>();
  if (account?.created_referrals_only) {
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
