import { accountPageSize, type AccountRecord } from '../../dataProvider/accounts';
import { useStaffT } from '../../i18n/useStaffT';
import { usePageTitle } from '../../shared/usePageTitle';
import { ListHeader } from '../../admin/list/ListHeader';
import { ListPages } from '../../admin/list/Pagination';
import { StaleDataNotice } from '../../admin/list/StaleDataNotice';
import { usePagedList } from '../../admin/list/usePagedListController';
import { AddUserButton } from './addUser/AddUserButton';
import { AccountDialog } from './dialogs/AccountDialog';
import { AccountRows } from './rows/AccountRows';
import { AccountSearch } from './search/AccountSearch';
import { useAccountSearch } from './search/useAccountSearch';
import { useFoundText } from './search/useFoundText';
import { useRowDialog } from '../../admin/list/useRowDialog';
import type { DialogName } from './dialogs/dialogNames';

/** Everyone who has an account (spec section 2, "Account List page"). */
export function AccountList() {
  const t = useStaffT();
  usePageTitle(t('accounts.title'));
  const search = useAccountSearch();
  const list = usePagedList<AccountRecord>('accounts', {
    perPage: accountPageSize(search.filter ?? {}),
    filter: search.filter,
  });
  const found = useFoundText(list);
  const { dialog, open, close } = useRowDialog<DialogName, AccountRecord>(list.rows);

  return (
    <>
      <ListHeader title={t('accounts.title')}>
        <AddUserButton />
      </ListHeader>
      <AccountSearch search={search} found={found} />
      {list.rows && list.error && (
        <StaleDataNotice text={t('accounts.rowsKept')} onTryAgain={list.tryAgain} />
      )}
      <AccountRows list={list} onOpen={open} onShowAll={search.clear} />
      <ListPages
        label={t('accounts.pages')}
        page={list.page}
        pages={list.pages}
        onChange={list.goToPage}
      />
      {dialog && <AccountDialog name={dialog.name} account={dialog.row} onClose={close} />}
    </>
  );
}
