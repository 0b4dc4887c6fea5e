import type { AccountRecord } from '../../../dataProvider/accounts';
import { useStaffT } from '../../../i18n/useStaffT';
import table from '../../../staff/table.module.css';
import { ACCOUNT_COLUMNS } from './accountColumns';
import styles from './Accounts.module.css';

/** The accounts as a table; where it is wider than the window, it scrolls by itself. */
export function AccountTable({ rows }: { rows: readonly AccountRecord[] }) {
  const t = useStaffT();
  return (
    <div className={table.scroller}>
      <table className={table.table}>
        <caption className="visually-hidden">{t('accounts.title')}</caption>
        <thead>
          <tr>
            {ACCOUNT_COLUMNS.map(({ label }) => (
              <th key={label} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((account) => (
            <tr key={account.id} data-row={account.id}>
              {ACCOUNT_COLUMNS.map(({ label, cell: Cell, isName }) => {
                const Tag = isName ? 'th' : 'td';
                return (
                  <Tag key={label} scope={isName ? 'row' : undefined} className={styles.cell}>
                    <Cell account={account} />
                  </Tag>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
