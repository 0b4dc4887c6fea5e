import { memo } from 'react';
import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import { StaffTable } from '../../../staff/StaffTable';
import type { OpenDialog } from '../dialogs/dialogNames';
import styles from './Accounts.module.css';
import { useAccountColumns } from './useAccountColumns';

interface Props {
  rows: readonly AccountRecord[];
  onOpen: OpenDialog;
}

/** The accounts as a table. Drawn again only when they changed: not with each letter of a search. */
export const AccountTable = memo(function AccountTable({ rows, onOpen }: Props) {
  const t = useStaffT();
  const columns = useAccountColumns();
  const heads = columns.map(({ label }) => ({ text: t(label) }));
  return (
    <StaffTable caption={t('accounts.title')} heads={heads}>
      {rows.map((account) => (
        <tr key={account.id} data-row={account.id}>
          {columns.map(({ label, cell: Cell, onCard, room }) => {
            const isName = onCard === 'heading';
            const Tag = isName ? 'th' : 'td';
            return (
              <Tag key={label} scope={isName ? 'row' : undefined} className={room && styles[room]}>
                <Cell account={account} onOpen={onOpen} />
              </Tag>
            );
          })}
        </tr>
      ))}
    </StaffTable>
  );
});
