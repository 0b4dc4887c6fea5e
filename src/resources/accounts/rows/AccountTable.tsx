import { memo } from 'react';
import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import { StaffTable } from '../../../admin/list/StaffTable';
import type { OpenDialog } from '../dialogs/dialogNames';
import styles from './Accounts.module.css';
import type { AccountColumn } from './accountColumns';
import { useAccountColumns } from './useAccountColumns';

interface Props {
  rows: readonly AccountRecord[];
  onOpen: OpenDialog;
}

/** How a cell of a column is drawn; one of buttons alone is not on paper. */
const cellClass = ({ room, onCard }: AccountColumn) =>
  onCard === 'buttons' ? 'screen-only' : room && styles[room];

/** The accounts as a table. Drawn again only when they changed: not with each letter of a search. */
export const AccountTable = memo(function AccountTable({ rows, onOpen }: Props) {
  const t = useStaffT();
  const columns = useAccountColumns();
  const heads = columns.map((column) => ({ text: t(column.label), className: cellClass(column) }));
  return (
    <StaffTable caption={t('accounts.title')} heads={heads}>
      {rows.map((account) => (
        <tr key={account.id} data-row={account.id}>
          {columns.map((column) => {
            const { label, cell: Cell, onCard } = column;
            const isName = onCard === 'heading';
            const Tag = isName ? 'th' : 'td';
            return (
              <Tag key={label} scope={isName ? 'row' : undefined} className={cellClass(column)}>
                <Cell account={account} onOpen={onOpen} />
              </Tag>
            );
          })}
        </tr>
      ))}
    </StaffTable>
  );
});
