import { memo } from 'react';
import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import table from '../../../staff/table.module.css';
import type { OpenDialog } from '../dialogs/dialogNames';
import styles from './Accounts.module.css';
import { useAccountColumns } from './useAccountColumns';

interface Props {
  rows: readonly AccountRecord[];
  onOpen: OpenDialog;
}

/**
 * The accounts as a table; where it is wider than the window, it scrolls by itself. Drawn again only when they changed: not
 * with each letter of a search.
 */
export const AccountTable = memo(function AccountTable({ rows, onOpen }: Props) {
  const t = useStaffT();
  const columns = useAccountColumns();
  return (
    <div className={table.scroller}>
      <table className={table.table}>
        <caption className="visually-hidden">{t('accounts.title')}</caption>
        <thead>
          <tr>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((account) => (
            <tr key={account.id} data-row={account.id}>
              {columns.map(({ label, cell: Cell, onCard, room }) => {
                const isName = onCard === 'heading';
                const Tag = isName ? 'th' : 'td';
                return (
                  <Tag
                    key={label}
                    scope={isName ? 'row' : undefined}
                    className={room && styles[room]}
                  >
                    <Cell account={account} onOpen={onOpen} />
                  </Tag>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
