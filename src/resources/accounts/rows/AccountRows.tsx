import type { AccountFilter, AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import { Button } from '../../../shared/Button';
import { ListView } from '../../../admin/list/ListView';
import { useIsNarrow } from '../../../admin/useIsNarrow';
import type { PagedList } from '../../../admin/list/usePagedListController';
import type { OpenDialog } from '../dialogs/dialogNames';
import { AccountCards } from './AccountCards';
import { AccountTable } from './AccountTable';

interface Props {
  list: PagedList<AccountRecord>;
  onOpen: OpenDialog;
  /** The way back from a search that has found nothing. */
  onShowAll: () => void;
}

/** The accounts as there is room for them, or what stands in their place. */
export function AccountRows({ list, onOpen, onShowAll }: Props) {
  const t = useStaffT();
  const isNarrow = useIsNarrow();
  const Rows = isNarrow ? AccountCards : AccountTable;
  const { query }: AccountFilter = list.filter;
  const showAll = (
    <Button variant="secondary" onClick={onShowAll}>
      {t('accounts.showAll')}
    </Button>
  );
  const empty = query
    ? { title: t('accounts.noMatch'), hint: t('accounts.noMatchHint'), action: showAll }
    : { title: t('accounts.empty') };
  return (
    <ListView list={list} loadFailed={t('accounts.loadFailed')} empty={empty}>
      <Rows rows={list.rows ?? []} onOpen={onOpen} />
    </ListView>
  );
}
