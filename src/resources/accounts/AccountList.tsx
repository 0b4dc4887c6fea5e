import { PAGE_SIZE } from '../../../contract/constants';
import type { AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { usePageTitle } from '../../shared/usePageTitle';
import { ListHead } from '../../staff/ListHead';
import { ListPages } from '../../staff/ListPages';
import { RowsKept } from '../../staff/RowsKept';
import { usePagedList } from '../../staff/usePagedList';
import { AddUserButton } from './addUser/AddUserButton';
import { AccountRows } from './rows/AccountRows';

/** Everyone who has an account (spec section 2, "Account List page"). */
export function AccountList() {
  const t = useStaffT();
  usePageTitle(t('accounts.title'));
  const list = usePagedList<AccountRecord>('accounts', { perPage: PAGE_SIZE.accounts });

  return (
    <>
      <ListHead title={t('accounts.title')}>
        <AddUserButton />
      </ListHead>
      {list.rows && list.error && (
        <RowsKept text={t('accounts.rowsKept')} onTryAgain={list.tryAgain} />
      )}
      <AccountRows list={list} />
      <ListPages
        label={t('accounts.pages')}
        page={list.page}
        pages={list.pages}
        onChange={list.goToPage}
      />
    </>
  );
}
