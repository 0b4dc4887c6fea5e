import BlockIcon from '@mui/icons-material/Block';
import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import tag from '../../../admin/field/tag.module.css';
import styles from './Fields.module.css';

interface Props {
  account: AccountRecord;
  /** For the element with the name alone. */
  id: string;
}

/** Whose account it is, and whether that person can log in at all (spec section 4, "Account"). */
export function AccountName({ account, id }: Props) {
  const t = useStaffT();
  return (
    <span className={styles.name}>
      {/* Whatever its direction, what stands beside it keeps its own. */}
      <bdi id={id}>{account.fullname}</bdi>
      {!account.approved && (
        <span className={`${tag.warning} ${styles.state}`}>
          <BlockIcon fontSize="inherit" />
          {t('accounts.notApproved')}
        </span>
      )}
    </span>
  );
}
