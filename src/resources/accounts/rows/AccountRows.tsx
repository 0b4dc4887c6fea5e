import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import { ListBody } from '../../../staff/ListBody';
import type { PagedList } from '../../../staff/usePagedList';
import { AccountCards } from './AccountCards';
import { AccountTable } from './AccountTable';
import { useIsNarrow } from '../../../staff/useIsNarrow';

/** The accounts as there is room for them, or what stands in their place. */
export function AccountRows({ list }: { list: PagedList<AccountRecord> }) {
  const t = useStaffT();
  const isNarrow = useIsNarrow();
  const Rows = isNarrow ? AccountCards : AccountTable;
  return (
    <ListBody
      list={list}
      loadFailed={t('accounts.loadFailed')}
      empty={{ title: t('accounts.empty') }}
    >
      <Rows rows={list.rows ?? []} />
    </ListBody>
  );
}
