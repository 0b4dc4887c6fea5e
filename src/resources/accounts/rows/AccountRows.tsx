import useMediaQuery from '@mui/material/useMediaQuery';
import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import { EmptyNotice } from '../../../staff/EmptyNotice';
import { ListBody } from '../../../staff/ListBody';
import type { PagedList } from '../../../staff/usePagedList';
import { AccountCards } from './AccountCards';
import { AccountTable } from './AccountTable';

/** Below 900 px the table becomes cards. */
const TOO_NARROW_FOR_TABLE = '(max-width: 56.24rem)';

/** The accounts as there is room for them, or what stands in their place. */
export function AccountRows({ list }: { list: PagedList<AccountRecord> }) {
  const t = useStaffT();
  const isNarrow = useMediaQuery(TOO_NARROW_FOR_TABLE, { noSsr: true });
  const Rows = isNarrow ? AccountCards : AccountTable;
  return (
    <ListBody
      list={list}
      loadFailed={t('accounts.loadFailed')}
      empty={<EmptyNotice title={t('accounts.empty')} />}
    >
      <Rows rows={list.rows ?? []} />
    </ListBody>
  );
}
